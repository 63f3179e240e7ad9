/** A key that does something that is not easily undone: the first tap asks, the second does it. */
import { useState } from "preact/hooks";

interface SureProps {
  label: string;
  /** What the key says when it has been tapped once. */
  really: string;
  /** What it is done to, for those who hear the key only. */
  about: string;
  busy: boolean;
  act: () => void;
  testId: string;
}

export function Sure({ label, really, about, busy, act, testId }: SureProps) {
  const [asked, setAsked] = useState(false);
  const tap = () => {
    setAsked(!asked);
    if (asked) act();
  };
  return (
    <button
      type="button"
      class={asked ? "danger small" : "second small"}
      data-testid={testId}
      data-asked={asked}
      disabled={busy}
      onBlur={() => setAsked(false)}
      onClick={tap}
    >
      <span aria-live="polite">{asked ? really : label}</span>
      <span class="sr">: {about}</span>
    </button>
  );
}
