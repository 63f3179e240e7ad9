/** Where we are: the path as a signal, and links that do not load the page anew. */
import { signal } from "@preact/signals";
import { BASE, inside } from "./base";

export const path = signal(inside(location.pathname));

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", BASE + to);
  else history.pushState(null, "", BASE + to);
  path.value = to;
  scrollTo(0, 0);
}

/** Follows a click on a link of our own; other clicks (new tab, other button) stay the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(inside(link.pathname));
}

addEventListener("popstate", () => {
  path.value = inside(location.pathname);
});
