/** What the pages of an account share. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { copyText, fileOf } from "../copy";
import { focusPage, useFocus } from "../focus";
import { t } from "../i18n";
import { Icon } from "../icons";

export const SHORTEST_PASSWORD = 8;
export const LONGEST_NAME = 40;

/** Without HTTPS a password can be read on its way; on this machine alone there is no way. */
export function OpenNetwork() {
  if (isSecureContext) return null;
  return (
    <p class="note warn" data-testid="open-network">
      <Icon name="alert" />
      <span>{t("open-network")}</span>
    </p>
  );
}

/** One matter of the account, closed until it is wanted. */
export function Section({ id, children }: { id: string; children: ComponentChildren }) {
  const [opened, setOpened] = useState(false);
  return (
    <details class="section" data-testid={`section-${id}`} onToggle={() => setOpened(true)}>
      <summary>
        <h2>{t(`section-${id}`)}</h2>
        <Icon name="more" />
      </summary>
      <div class="section-body">{opened && children}</div>
    </details>
  );
}

/** A copy button that says when it is done. */
export function Copy({ text, testId = "copy" }: { text: string; testId?: string }) {
  const [done, setDone] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        class="second"
        data-testid={testId}
        onClick={() => void copyText(text).then(setDone)}
      >
        <Icon name={done ? "check" : "copy"} />
        {t("copy")}
      </button>
      <span class="sr" role="status">
        {done === null ? "" : t(done ? "copied" : "copy-failed")}
      </span>
    </>
  );
}

interface CodesProps {
  codes: readonly string[];
  name: string;
  onDone: () => void;
}

/** The recovery codes, shown this once: kept by copy or file, then put away. */
export function Codes({ codes, name, onDone }: CodesProps) {
  const text = `${t("codes-file", { name, host: location.host })}\n\n${codes.join("\n")}\n`;
  const shown = useFocus<HTMLElement>();
  const done = () => {
    onDone();
    focusPage();
  };
  return (
    <section ref={shown} class="once" data-testid="codes" tabIndex={-1}>
      <h2>{t("codes-title")}</h2>
      <p>{t("codes-text")}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p class="tools">
        <Copy text={text} testId="codes-copy" />
        <a
          class="second"
          href={fileOf(text)}
          download={`istaka-${location.hostname}.txt`}
          data-testid="codes-download"
        >
          <Icon name="down" />
          {t("download")}
        </a>
        <button type="button" class="primary" data-testid="codes-kept" onClick={done}>
          {t("codes-kept")}
        </button>
      </p>
    </section>
  );
}
