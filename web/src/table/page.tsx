/** The table: felt above, rack below, and everything that can be done with them. */
import { useEffect, useRef, useState } from "preact/hooks";
import "../app";
import { newMatch } from "../again";
import { t } from "../i18n";
import { Icon, type IconName } from "../icons";
import type { Shape } from "../rack";
import { go } from "../route";
import { TileBack, TileFace } from "../tile";
import { Dialogs } from "./dialogs";
import { Drag, type Ghost } from "./drag";
import { Felt } from "./felt";
import { useBackGuard } from "./guard";
import { carried, cursor, tableKey } from "./keys";
import { type Flight, flights, playFlight } from "./motion";
import { RackView } from "./rack-view";
import { Results } from "./results";
import { polite, urgent } from "./say";
import type { TableState } from "./state";
import { Table } from "./store";

/** Three rows on a phone held upright, two everywhere else. */
function shapeNow(): Shape {
  const upright = innerWidth < 600 && innerHeight > innerWidth;
  if (!upright) return { rows: 2, cols: 13 };
  return { rows: 3, cols: innerWidth < 380 ? 8 : 9 };
}

function useTable(id: string): Table {
  const [table] = useState(() => new Table(id));
  useEffect(() => {
    const fit = () => table.shape(shapeNow());
    const key = (event: KeyboardEvent) => tableKey(table, event);
    fit();
    table.connection.start();
    addEventListener("resize", fit);
    addEventListener("keydown", key);
    document.documentElement.toggleAttribute("data-playing", true);
    return () => {
      removeEventListener("resize", fit);
      removeEventListener("keydown", key);
      document.documentElement.removeAttribute("data-playing");
      table.connection.stop();
    };
  }, [table]);
  return table;
}

function useDrag(table: Table) {
  const root = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    if (!root.current) return;
    const made = new Drag(root.current, table);
    setDrag(made);
    return () => made.stop();
  }, [table]);
  return { root, ghost: drag?.ghost.value ?? null };
}

function Hanging({ ghost, state }: { ghost: Ghost; state: TableState }) {
  const { left, top, width } = ghost.box;
  return (
    <div
      class="ghost"
      data-ghost
      aria-hidden="true"
      style={{ left: `${left}px`, top: `${top}px`, "--w": `${width}px` }}
    >
      {ghost.tile ? <TileFace tile={ghost.tile} wild={state.wild} /> : <TileBack />}
    </div>
  );
}

function Flying({ flight, state }: { flight: Flight; state: TableState }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current) playFlight(element.current, flight);
  }, []);
  return (
    <div ref={element} class="flight" aria-hidden="true" style={{ "--w": `${flight.from.width}px` }}>
      {flight.tile ? <TileFace tile={flight.tile} wild={state.wild} /> : <TileBack />}
    </div>
  );
}

function Bar({ table, covered, onMenu }: { table: Table; covered: boolean; onMenu: () => void }) {
  const sorts = ["runs", "sets", "pairs"] as const;
  return (
    <nav class="bar" aria-label={t("arrange")} inert={covered}>
      {sorts.map((by) => (
        <Key key={by} icon={by} label={t(`sort-${by}`)} testId={`sort-${by}`} act={() => table.sort(by)} />
      ))}
      <Key
        icon="undo"
        label={t("undo")}
        testId="undo"
        disabled={!table.canUndo.value}
        act={() => table.undo()}
      />
      <Key icon="menu" label={t("menu")} testId="menu-bar" act={onMenu} extra="only-desk" />
    </nav>
  );
}

interface KeyProps {
  icon: IconName;
  label: string;
  testId: string;
  act: () => void;
  disabled?: boolean;
  extra?: string;
}

function Key({ icon, label, testId, act, disabled = false, extra = "" }: KeyProps) {
  return (
    <button type="button" class={`bar-key ${extra}`} data-testid={testId} disabled={disabled} onClick={act}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** What stands over the table for as long as it holds: no connection, or a bot at my seat. */
function Banner({ table, state }: { table: Table; state: TableState | null }) {
  const link = table.connection.link.value;
  const offline = link === "silent" || link === "lost";
  useEffect(() => {
    if (offline) urgent.value = t("banner-lost");
  }, [offline]);
  if (offline) {
    return (
      <div class="banner" role="status" data-testid="banner" data-link={link}>
        <span class="spinner" aria-hidden="true" />
        {t("banner-lost")}
        <button type="button" onClick={table.connection.retryNow}>
          {t("banner-retry")}
        </button>
      </div>
    );
  }
  if (!awayAt(state)) return null;
  return (
    <div class="banner calm" role="status" data-testid="banner" data-link="away">
      <Icon name="away" />
      {t("banner-away")}
      <button type="button" class="primary" data-testid="back" onClick={() => table.comeBack()}>
        {t("banner-back")}
      </button>
    </div>
  );
}

function Toasts({ table }: { table: Table }) {
  return (
    <div class="toasts" role="status">
      {table.toasts.value.map(({ id, message, args }) => (
        <p key={id} data-testid="toast">
          {t(message, args)}
        </p>
      ))}
    </div>
  );
}

function Live() {
  return (
    <>
      <div class="sr" aria-live="polite" data-testid="polite">
        {polite.value}
      </div>
      <div class="sr" aria-live="assertive" data-testid="urgent">
        {urgent.value}
      </div>
    </>
  );
}

/** Refusals of a table that is there for others, or for nobody. */
const NOT_MINE: ReadonlySet<string> = new Set(["unknown_table", "not_seated", "no_session"]);

function Refusal({ code }: { code: string }) {
  return (
    <main class="alone">
      <h1>{t("table-refused")}</h1>
      <p>{t(NOT_MINE.has(code) ? "table-unknown" : code === "frozen" ? "refused-frozen" : "table-closed")}</p>
      <a class="primary" href="/">
        {t("home")}
      </a>
    </main>
  );
}

function Playing({ table, state, ghost }: { table: Table; state: TableState; ghost: Ghost | null }) {
  const covered = (state.phase === "between" || state.phase === "over") && state.result !== null;
  const leave = () => {
    table.leave();
    table.close();
    go("/", { replace: true });
  };
  useBackGuard(state.phase !== "over", () => table.show({ kind: "leave" }));
  const openMenu = () => table.show({ kind: "menu" });
  const menu = (
    <button type="button" class="round" data-testid="menu" aria-label={t("menu")} onClick={openMenu}>
      <Icon name="menu" />
    </button>
  );
  return (
    <>
      <h1 class="sr">{t("table-title", { round: state.round })}</h1>
      <Felt table={table} state={state} menu={menu} covered={covered} />
      <RackView
        table={table}
        state={state}
        cursor={cursor.value}
        carried={carried.value}
        dragged={ghost?.item ?? null}
        covered={covered}
      />
      <Bar table={table} covered={covered} onMenu={openMenu} />
      {covered && <Results table={table} state={state} onNewMatch={() => void newMatch(state)} />}
      <Dialogs table={table} state={state} onLeave={leave} />
      {ghost && <Hanging ghost={ghost} state={state} />}
      {flights.value.map((flight) => (
        <Flying key={flight.id} flight={flight} state={state} />
      ))}
    </>
  );
}

/** Whether a bot plays my seat, so that the felt keeps room for the way back. */
const awayAt = (state: TableState | null) =>
  state !== null && state.phase !== "over" && state.players[state.you]?.away === true;

export default function TablePage({ id }: { id: string }) {
  const table = useTable(id);
  const { root, ghost } = useDrag(table);
  const state = table.state.value;
  const { link, refusal } = table.connection;
  if (link.value === "refused") return <Refusal code={refusal.value ?? ""} />;
  return (
    <main
      ref={root}
      class="table"
      data-turn={state && state.turn === state.you ? "me" : "other"}
      data-away={awayAt(state)}
    >
      {state ? <Playing table={table} state={state} ghost={ghost} /> : <p class="loading">{t("loading")}</p>}
      <Banner table={table} state={state} />
      <Toasts table={table} />
      <Live />
    </main>
  );
}
