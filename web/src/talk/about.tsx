/** What can be done about somebody who speaks: look at him, not hear him, tell the moderators. */
import { useSignal } from "@preact/signals";
import { problemWords } from "../api";
import { REASONS, report } from "../api/reports";
import { Dialog } from "../dialog";
import { t } from "../i18n";
import type { Said } from "../wire";
import { lineWords } from "../words";
import { hush, isHushed } from "./talk";

interface Props {
  said: Said;
  place: string;
  onClose: () => void;
}

function Report({ said, place }: Omit<Props, "onClose">) {
  const answer = useSignal<string | null>(null);
  const tell = async (reason: (typeof REASONS)[number]) => {
    try {
      await report({ about: said.from.id, place, said: said.n, reason });
      answer.value = t("report-done");
    } catch (error) {
      answer.value = problemWords(error);
    }
  };
  if (answer.value) return <p role="status">{answer.value}</p>;
  return (
    <fieldset class="reasons">
      <legend>{t("report-why")}</legend>
      {REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          class="second"
          data-testid={`report-${reason}`}
          onClick={() => void tell(reason)}
        >
          {t(`report-${reason}`)}
        </button>
      ))}
    </fieldset>
  );
}

export function About({ said, place, onClose }: Props) {
  const { id, name } = said.from;
  const reporting = useSignal(false);
  const silent = isHushed(id);
  return (
    <Dialog title={name} onClose={onClose} testId="about">
      <blockquote>{lineWords(said)}</blockquote>
      {reporting.value ? (
        <Report said={said} place={place} />
      ) : (
        <nav class="menu-links" aria-label={name}>
          <a href={`/p/${id}`} target="_blank" rel="noopener">
            {t("about-profile")}
          </a>
          <button type="button" data-testid="hush" onClick={() => hush(id, !silent)}>
            {t(silent ? "about-hear" : "about-hush")}
          </button>
          <button
            type="button"
            data-testid="report"
            onClick={() => {
              reporting.value = true;
            }}
          >
            {t("about-report")}
          </button>
        </nav>
      )}
    </Dialog>
  );
}
