/** Style sheets of pages that have one of their own, loaded before the page shows. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { BASE } from "./base";

declare const STYLE_FILES: Readonly<Record<string, string>>;

export function needStyles(name: string): Promise<void> {
  const href = `${BASE}/${STYLE_FILES[name]}`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(`the style sheet ${name} could not be loaded`));
    };
    document.head.append(link);
  });
}

const ready = signal<ReadonlySet<string>>(new Set());

/** For what shows only sometimes: whether its sheet has come; looks without it when it cannot be loaded. */
export function useSheet(name: string): boolean {
  useEffect(() => {
    const done = () => {
      ready.value = new Set([...ready.value, name]);
    };
    void needStyles(name).then(done, done);
  }, [name]);
  return ready.value.has(name);
}
