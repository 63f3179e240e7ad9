/** What every page but the table stands in: the head, the page's own `<main>`, and the foot. */
import type { ComponentChildren } from "preact";
import { awaited } from "./ask";
import { Header } from "./header";
import { t } from "./i18n";
import { known, shutOut } from "./session";

interface PageProps {
  children: ComponentChildren;
  class?: string;
  /** Whether the page has a socket, which says who I am. */
  socket?: boolean;
}

export function Page({ children, class: extra = "", socket = false }: PageProps) {
  const busy = awaited.value > 0 || !known.value;
  return (
    <div class={`page ${extra}`}>
      <Header told={socket} />
      {shutOut.value && (
        <p class="shut-out" role="alert" data-testid="shut-out">
          {shutOut.value}
        </p>
      )}
      {children}
      <footer class={busy ? "page-foot hidden" : "page-foot"}>
        <a href="/rules">{t("rules")}</a>
        <a href="/fair">{t("fair")}</a>
      </footer>
    </div>
  );
}
