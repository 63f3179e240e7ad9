/** The best, for each number of players. */
import { useState } from "preact/hooks";
import { COUNTS, type LeaderKind, type LeaderRow, leaders, type Players } from "../api/people";
import { useAnswer } from "../ask";
import { Choice } from "../choice";
import { Problem } from "../form";
import { t } from "../i18n";
import { Page } from "../layout";
import { Face, KindMark, Provisional } from "../person";
import { go } from "../route";
import { session } from "../session";
import { load, save } from "../storage";

interface RowProps {
  row: LeaderRow;
  mine: boolean;
  /** Whether others stand between it and the row above. */
  apart?: boolean;
}

function Row({ row, mine, apart = false }: RowProps) {
  return (
    <tr class={`${mine ? "mine" : ""} ${apart ? "apart" : ""}`} data-testid={mine ? "my-row" : "leader"}>
      <td class="at">{row.place === null ? "" : `${row.place}.`}</td>
      <th scope="row">
        <span class="leader">
          <Face {...row} />
          <a class="person-name" href={`/p/${row.id}`}>
            <span>{row.name}</span>
            <KindMark kind={row.kind} />
            {mine && <small class="kind me">{t("you")}</small>}
          </a>
        </span>
      </th>
      <td>
        <b>{row.rating}</b>
        <Provisional is={row.provisional} />
      </td>
      <td>{row.games}</td>
    </tr>
  );
}

function List({ rows, mine }: { rows: readonly LeaderRow[]; mine: LeaderRow | null }) {
  const me = session.value.id;
  const listed = rows.some(({ id }) => id === me);
  return (
    <table class="leaders" data-testid="leaders">
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">{t("place")}</span>
          </th>
          <th scope="col">{t("player")}</th>
          <th scope="col">{t("rating")}</th>
          <th scope="col">{t("matches")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} mine={row.id === me} />
        ))}
        {mine && !listed && <Row row={mine} mine apart />}
      </tbody>
    </table>
  );
}

const KINDS = ["account", "bot"] as const;

/** The number of players that the path names, else the one looked at last. */
function playersOf(id: string): Players {
  const wanted = Number(id || load("leaders"));
  return COUNTS.find((count) => count === wanted) ?? 4;
}

export default function LeadersPage({ id }: { id: string }) {
  const players = playersOf(id);
  const [kind, setKind] = useState<LeaderKind>("account");
  const { value, problem } = useAnswer(() => leaders(players, kind), `${kind} ${players}`);
  const choose = (count: Players) => {
    save("leaders", String(count));
    go(`/leaders/${count}`, { replace: true });
  };
  return (
    <Page>
      <main class="prose" aria-busy={!value && !problem}>
        <h1>{t("leaders")}</h1>
        <p class="lead">{t("leaders-lead")}</p>
        <Choice
          label={t("players")}
          name="leaders"
          value={players}
          options={COUNTS.map((count) => ({ value: count, label: String(count) }))}
          onChange={choose}
        />
        <Choice
          label={t("leaders-kind")}
          name="kind"
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: t(`leaders-${one}`) }))}
          onChange={setKind}
        />
        <Problem words={problem} />
        {value && value.rows.length === 0 && <p class="hint">{t("leaders-none")}</p>}
        {value && value.rows.length > 0 && (
          <List rows={value.rows} mine={kind === "account" ? value.mine : null} />
        )}
        {value && !value.mine && value.rows.length > 0 && <p class="hint">{t("leaders-join")}</p>}
      </main>
    </Page>
  );
}
