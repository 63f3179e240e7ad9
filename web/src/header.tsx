/** The head of every page but the table. */
import { t } from "./i18n";
import { LanguageSwitch } from "./language";
import { path } from "./route";

export function Header() {
  const links = [
    ["/", "play"],
    ["/rules", "rules"],
    ["/fair", "fair"],
  ] as const;
  return (
    <header class="page-head">
      <a class="wordmark" href="/">
        istaka
      </a>
      <nav class="page-links" aria-label={t("pages")}>
        {links.map(([to, id]) => (
          <a key={to} href={to} aria-current={path.value === to ? "page" : undefined}>
            {t(id)}
          </a>
        ))}
      </nav>
      <LanguageSwitch />
    </header>
  );
}
