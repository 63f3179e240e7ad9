/** Where the keyboard and a reader of the screen go on. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Puts the focus on what has just been shown; its element needs a `tabIndex`. */
export function useFocus<T extends HTMLElement>(): RefObject<T | null> {
  const shown = useRef<T>(null);
  useEffect(() => shown.current?.focus(), []);
  return shown;
}

/** To the page itself, when what had the focus is gone. */
export function focusPage(): void {
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
