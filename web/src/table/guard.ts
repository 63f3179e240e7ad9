/** The back gesture during a match asks first: an extra entry in the history catches it (O30). */
import { useEffect } from "preact/hooks";

const MARK = "istaka-guard";
const guarded = () => (history.state as { mark?: string } | null)?.mark === MARK;

/** While active, going back calls `ask` and stays; afterwards going back works at once. */
export function useBackGuard(active: boolean, ask: () => void): void {
  useEffect(() => {
    if (!active) return;
    const set = () => history.pushState({ mark: MARK }, "");
    if (!guarded()) set();
    const back = () => {
      if (guarded()) return;
      set();
      ask();
    };
    addEventListener("popstate", back);
    return () => {
      removeEventListener("popstate", back);
      if (guarded()) history.back();
    };
  }, [active]);
}
