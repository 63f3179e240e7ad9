/** The page of one table: the room where it is waited for, then the table itself, on the same socket. */
import { useEffect, useState } from "preact/hooks";
import "../app";
import sheet from "sheet:room";
import { problemWords } from "../api";
import { t } from "../i18n";
import { Live } from "../live";
import { addSheet } from "../sheets";
import { Banner } from "./notices";
import { Playing } from "./playing";
import { Table } from "./store";
import { WaitingRoom } from "./waiting";

addSheet(sheet);

function useTable(id: string): Table {
  const [table] = useState(() => new Table(id));
  useEffect(() => {
    table.connection.start();
    return () => table.connection.stop();
  }, [table]);
  return table;
}

/** Refusals of a table that is there for others, or for nobody. */
const NOT_MINE: ReadonlySet<string> = new Set(["unknown_table", "not_seated", "no_session"]);

function refusalWords(table: Table): string {
  const why = table.connection.refusal.value;
  const code = why?.code ?? "";
  if (code === "frozen") return t("refused-frozen");
  if (code === "banned") return problemWords(why);
  if (!NOT_MINE.has(code)) return t("table-closed");
  return t(table.offer.value ? "table-without-me" : "table-unknown");
}

function Refusal({ table }: { table: Table }) {
  return (
    <main class="alone">
      <h1>{t("table-refused")}</h1>
      <p>{refusalWords(table)}</p>
      <p class="alone-ways">
        <a class="primary" href="/">
          {t("home")}
        </a>
        <a class="quiet" href="/lobby">
          {t("lobby")}
        </a>
      </p>
    </main>
  );
}

function Inside({ table }: { table: Table }) {
  const state = table.state.value;
  const offer = table.offer.value;
  if (state) return <Playing table={table} state={state} />;
  return (
    <>
      {offer ? <WaitingRoom table={table} offer={offer} /> : <p class="loading">{t("loading")}</p>}
      <Banner table={table} state={null} />
    </>
  );
}

export default function TablePage({ id }: { id: string }) {
  const table = useTable(id);
  if (table.connection.link.value === "refused") return <Refusal table={table} />;
  return (
    <>
      <Inside table={table} />
      <Live />
    </>
  );
}
