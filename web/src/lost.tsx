/** The banner of a connection that is gone; the page stays, and comes back by itself. */
import { useEffect } from "preact/hooks";
import type { Connection } from "./connection";
import { t } from "./i18n";
import { urgent } from "./live";

export function isLost({ link }: Connection): boolean {
  return link.value === "silent" || link.value === "lost";
}

export function Lost({ connection }: { connection: Connection }) {
  const lost = isLost(connection);
  useEffect(() => {
    if (lost) urgent.value = t("banner-lost");
  }, [lost]);
  if (!lost) return null;
  return (
    <div class="banner" role="status" data-testid="banner" data-link={connection.link.value}>
      <span class="spinner" aria-hidden="true" />
      {t("banner-lost")}
      <button type="button" onClick={connection.retryNow}>
        {t("banner-retry")}
      </button>
    </div>
  );
}
