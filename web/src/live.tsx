/** What is told to who does not look: politely, or at once. */
import { signal } from "@preact/signals";

export const polite = signal("");
export const urgent = signal("");

export function Live() {
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
