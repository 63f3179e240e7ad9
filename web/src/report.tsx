/** Telling the moderators about somebody: what is wrong, in one tap. */

import { useState } from "preact/hooks";
import { REASONS, report } from "./api/reports";
import { useDeed } from "./ask";
import { Problem } from "./form";
import { t } from "./i18n";

interface ReasonsProps {
  /** The id of the person, where it happened, and the number of the line that is meant. */
  about: string;
  place: string | null;
  said: number | null;
}

export function Reasons(props: ReasonsProps) {
  const deed = useDeed();
  const [told, setTold] = useState(false);
  if (told) return <p role="status">{t("report-done")}</p>;
  return (
    <fieldset class="reasons">
      <legend>{t("report-why")}</legend>
      {REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          class="second"
          data-testid={`report-${reason}`}
          disabled={deed.busy}
          onClick={() => void deed.run(() => report({ ...props, reason }).then(() => setTold(true)))}
        >
          {t(`report-${reason}`)}
        </button>
      ))}
      <Problem words={deed.problem} />
    </fieldset>
  );
}
