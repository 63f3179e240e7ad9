/** /moderate: reports, the log of what moderators did, and anybody by the id of his profile. */
import "../app";
import sheet from "sheet:people";
import words from "words:moderation";
import { useState } from "preact/hooks";
import { audit, type Entry } from "../api/moderation";
import { profileOf } from "../api/people";
import { useAnswer, useDeed } from "../ask";
import { Choice } from "../choice";
import { Problem } from "../form";
import { momentWords } from "../format";
import { addWords, hasWords, t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { PersonRow } from "../person";
import { known, session } from "../session";
import { addSheet } from "../sheets";
import type { Said } from "../wire";
import { lineWords } from "../words";
import { Reports } from "./reports";
import { Sanctions } from "./sanction";

addWords(words);
addSheet(sheet);

/** Somebody whose profile led here. */
function Somebody({ id }: { id: string }) {
  const { value, problem } = useAnswer(() => profileOf(id), id);
  const [done, setDone] = useState(false);
  return (
    <>
      <Problem words={problem} />
      {value && (
        <ul class="people" role="list">
          <PersonRow person={value}>
            <Sanctions person={value} onDone={() => setDone(true)} />
          </PersonRow>
        </ul>
      )}
      <p class="done" role="status">
        {done && t("sanction-done")}
      </p>
      <p class="tools">
        <a class="second" href="/moderate">
          {t("view-reports")}
        </a>
      </p>
    </>
  );
}

/** What an entry says besides who and whom; a line that was taken away is kept as it was said. */
function detailOf({ act, detail }: Entry): string {
  if (act !== "remove") return detail;
  try {
    return lineWords(JSON.parse(detail) as Said);
  } catch {
    return detail;
  }
}

function Row({ entry }: { entry: Entry }) {
  const { at, by, act, about } = entry;
  const detail = detailOf(entry);
  const id = `audit-${act}`;
  return (
    <li data-testid="entry" data-act={act}>
      <p>
        <b>{hasWords(id) ? t(id) : act}</b> {about && <a href={`/p/${about.id}`}>{about.name}</a>}
      </p>
      {detail && <p class="said">{detail}</p>}
      <p class="about">
        <span>{momentWords(at)}</span>
        {by ? <a href={`/p/${by.id}`}>{by.name}</a> : <span>{t("audit-host")}</span>}
      </p>
    </li>
  );
}

function Log() {
  const answer = useAnswer(() => audit(null), "audit");
  const deed = useDeed();
  const { value } = answer;
  if (!value) return <Problem words={answer.problem} />;
  const older = async () => {
    const next = await audit(value.audit.at(-1)?.n ?? null);
    answer.set({ audit: [...value.audit, ...next.audit], more: next.more });
  };
  return (
    <>
      {value.audit.length === 0 && <p class="hint">{t("audit-none")}</p>}
      <ol class="audit" data-testid="audit">
        {value.audit.map((entry) => (
          <Row key={entry.n} entry={entry} />
        ))}
      </ol>
      <Problem words={deed.problem} />
      {value.more && (
        <button type="button" class="quiet" disabled={deed.busy} onClick={() => void deed.run(older)}>
          <Icon name="more" />
          {t("audit-older")}
        </button>
      )}
    </>
  );
}

const VIEWS = ["reports", "audit"] as const;

function Desk() {
  const [view, setView] = useState<(typeof VIEWS)[number]>("reports");
  return (
    <>
      <Choice
        label={t("moderate-view")}
        name="view"
        value={view}
        options={VIEWS.map((value) => ({ value, label: t(`view-${value}`) }))}
        onChange={setView}
      />
      {view === "reports" ? <Reports /> : <Log />}
    </>
  );
}

function Body({ id }: { id: string }) {
  if (session.value.role !== "moderator") return <Problem words={t("problem-not_found")} />;
  return id ? <Somebody id={id} /> : <Desk />;
}

export default function ModeratePage({ id }: { id: string }) {
  return (
    <Page>
      <main class="prose" aria-busy={!known.value}>
        <h1>{t("moderate")}</h1>
        {known.value && <Body id={id} />}
      </main>
    </Page>
  );
}
