/** The head of every page but the table; on a phone held upright the ways on are a bar at the bottom. */
import { useEffect } from "preact/hooks";
import { t } from "./i18n";
import { Icon, type IconName } from "./icons";
import { LanguageSwitch } from "./language";
import { path } from "./route";
import { refresh, session } from "./session";

interface Way {
  to: string;
  name: string;
  icon: IconName;
}

const WAYS: readonly Way[] = [
  { to: "/", name: "play", icon: "play" },
  { to: "/lobby", name: "lobby", icon: "lobby" },
  { to: "/leaders", name: "leaders", icon: "leaders" },
  { to: "/friends", name: "friends", icon: "friends" },
];

/** Whether this way leads to where we are, or to a page below. */
const leadsHere = (to: string) => path.value === to || (to !== "/" && path.value.startsWith(`${to}/`));

interface WayLinkProps extends Way {
  label: string;
  /** My name, where there is room for it. */
  own?: string | null;
  /** Something new waits there, in words. */
  news?: string;
}

function WayLink({ to, name, icon, label, own, news }: WayLinkProps) {
  return (
    <a href={to} data-testid={`way-${name}`} aria-current={leadsHere(to) ? "page" : undefined}>
      <Icon name={icon} />
      <span class={own ? "way-label short" : "way-label"}>{label}</span>
      {own && <span class="way-own">{own}</span>}
      {news && (
        <>
          <i class="news" aria-hidden="true" />
          <span class="sr">{news}</span>
        </>
      )}
    </a>
  );
}

/** My profile, or the way to a name of my own. */
function Mine() {
  const { id, name } = session.value;
  return <WayLink to={id ? `/p/${id}` : "/account"} name="me" icon="me" label={t("me")} own={name} />;
}

/** `told`: who I am comes with the page's socket. */
export function Header({ told }: { told: boolean }) {
  useEffect(() => {
    if (!told) void refresh();
  }, [told]);
  const { asks } = session.value;
  return (
    <header class="page-head">
      <a class="wordmark" href="/">
        istaka
      </a>
      <nav class="ways" aria-label={t("pages")}>
        {WAYS.map((way) => (
          <WayLink
            key={way.to}
            {...way}
            label={t(way.name)}
            {...(way.name === "friends" && asks > 0 ? { news: t("friends-news", { n: asks }) } : {})}
          />
        ))}
        <Mine />
      </nav>
      <LanguageSwitch />
    </header>
  );
}
