/** What can be done about somebody who speaks: look at him, not hear him, tell the moderators. */
import { useSignal } from "@preact/signals";
import { Dialog } from "../dialog";
import { t } from "../i18n";
import { Reasons } from "../report";
import type { Said } from "../wire";
import { lineWords } from "../words";
import { hush, isHushed } from "./talk";

interface Props {
  said: Said;
  place: string;
  onClose: () => void;
}

export function About({ said, place, onClose }: Props) {
  const { id, name } = said.from;
  const reporting = useSignal(false);
  const silent = isHushed(id);
  return (
    <Dialog title={name} onClose={onClose} testId="about">
      <blockquote>{lineWords(said)}</blockquote>
      {reporting.value ? (
        <Reasons about={id} place={place} said={said.n} />
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
