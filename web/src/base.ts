/**
 * Where this server's page begins: "" at the root, "/okey" where a proxy shows it under a prefix. Paths in the
 * program begin with "/" and know nothing of it; it is put before whatever leaves the page.
 */
import { options } from "preact";

/** The files of the page lie beside each other, and this is one of them. */
export const BASE = new URL(".", import.meta.url).pathname.slice(0, -1);

/** The path as the program knows it. */
export const inside = (pathname: string): string =>
  pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : "/";

/** Every link of our own, however it is written, leads to a path below the base. */
export function rootLinks(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === "a" && typeof props.href === "string" && props.href.startsWith("/")) {
      props.href = BASE + props.href;
    }
    before?.(vnode);
  };
}
