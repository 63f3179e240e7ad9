/** What people have reported: the line, what was said around it, and what can be done about it. */
import { closeReport, type ReportInfo, removeLine, reports } from "../api/moderation";
import { useAnswer, useDeed } from "../ask";
import { Problem } from "../form";
import { momentWords } from "../format";
import { t } from "../i18n";
import { KindMark } from "../person";
import { lineWords } from "../words";
import { Sanctions } from "./sanction";

function Talk({ report }: { report: ReportInfo }) {
  const { said, around } = report;
  const lines = around.length || !said ? around : [said];
  if (lines.length === 0) return null;
  return (
    <ol class="talk-around" data-testid="around">
      {lines.map((line) => {
        const meant = line.n === said?.n;
        return (
          <li key={line.n} class={meant ? "meant" : ""} data-testid={meant ? "meant" : undefined}>
            <b>{line.from.name}</b> <span>{lineWords(line)}</span>
            {meant && <span class="sr"> ({t("line-meant")})</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Place({ place }: { place: string | null }) {
  if (place === null) return null;
  if (place === "lobby") return <span>{t("lobby")}</span>;
  return <a href={`/fair/${place}`}>{t("at-table")}</a>;
}

function Report({ report, onDone }: { report: ReportInfo; onDone: () => Promise<unknown> }) {
  const deed = useDeed();
  const { id, at, by, about, place, said, reason, state } = report;
  const act = (what: () => Promise<unknown>) => () =>
    void deed.run(async () => {
      await what();
      await onDone();
    });
  return (
    <li class="report" data-testid="report" data-state={state}>
      <h2>
        <span class="kind">{t(`report-${reason}`)}</span>
        <a href={`/p/${about.id}`}>{about.name}</a>
        <KindMark kind={about.kind} />
        {state === "done" && <small class="kind me">{t("settled")}</small>}
      </h2>
      <p class="about">
        <span>{momentWords(at)}</span>
        <Place place={place} />
        <span>
          {t("reported-by")} <a href={`/p/${by.id}`}>{by.name}</a>
        </span>
      </p>
      <Talk report={report} />
      <Problem words={deed.problem} />
      <p class="tools">
        <Sanctions person={about} onDone={() => void onDone()} />
        {said && (
          <button
            type="button"
            class="second small"
            data-testid="remove-line"
            disabled={deed.busy}
            onClick={act(() => removeLine(said.n))}
          >
            {t("remove-line")}
          </button>
        )}
        {state === "open" && (
          <button
            type="button"
            class="primary small"
            data-testid="report-done"
            disabled={deed.busy}
            onClick={act(() => closeReport(id))}
          >
            {t("settle")}
          </button>
        )}
      </p>
    </li>
  );
}

export function Reports() {
  const answer = useAnswer(reports, "reports");
  const again = async () => answer.set(await reports());
  const all = answer.value?.reports ?? [];
  // those that wait stand first, the older the sooner
  const sorted = all.toSorted(
    (a, b) => Number(a.state === "done") - Number(b.state === "done") || a.at - b.at,
  );
  return (
    <>
      <Problem words={answer.problem} />
      {answer.value && all.length === 0 && <p class="hint">{t("reports-none")}</p>}
      <ul class="reports" role="list" data-testid="reports">
        {sorted.map((report) => (
          <Report key={report.id} report={report} onDone={again} />
        ))}
      </ul>
    </>
  );
}
