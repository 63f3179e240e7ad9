/** What every page but the table stands in: the head, the page's own `<main>`, and the foot. */
import type { ComponentChildren } from "preact";
import { Header } from "./header";
import { t } from "./i18n";
import { shutOut } from "./session";

interface PageProps {
  children: ComponentChildren;
  class?: string;
}

export function Page({ children, class: extra = "" }: PageProps) {
  return (
    <div class={`page ${extra}`}>
      <Header />
      {shutOut.value && (
        <p class="shut-out" role="alert" data-testid="shut-out">
          {shutOut.value}
        </p>
      )}
      {children}
      <footer class="page-foot">
        <a href="/rules">{t("rules")}</a>
        <a href="/fair">{t("fair")}</a>
      </footer>
    </div>
  );
}
