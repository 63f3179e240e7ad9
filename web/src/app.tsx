/** The shell: words first, then the page that the path asks for; each page but the first is loaded on demand. */
import { signal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect, useRef } from "preact/hooks";

export * from "./shared";

import { rootLinks } from "./base";
import { focusPage } from "./focus";
import { preferredLanguage, setLanguage, t } from "./i18n";
import { keepShell } from "./offline";
import { Home } from "./pages/home";
import { follow, path } from "./route";
import { applySettings } from "./settings";

type Component = ComponentType<{ id: string }>;

interface Route {
  /** Names the page, and its title in the words of the app. */
  name: string;
  /** Which paths it answers; the first group is the page's `id`. */
  at: RegExp;
  load: () => Promise<Component>;
  /** Whether it keeps its state while only its `id` changes. */
  stays?: true;
}

const HOME: Route = { name: "home", at: /^\/$/, load: async () => Home };

const ROUTES: readonly Route[] = [
  {
    name: "lobby",
    at: /^\/lobby$/,
    load: async () => (await import("./lobby/page")).default,
  },
  { name: "table", at: /^\/t\/([\w-]+)$/, load: async () => (await import("./table/page")).default },
  {
    name: "rules",
    at: /^\/rules$/,
    load: async () => (await import("./pages/more")).Rules,
  },
  {
    name: "fair",
    at: /^\/fair(?:\/([\w.-]+))?$/,
    load: async () => (await import("./pages/more")).Fair,
  },
  {
    name: "profile",
    at: /^\/p\/([\w-]+)$/,
    load: async () => (await import("./people/page")).Profile,
  },
  {
    name: "leaders",
    at: /^\/leaders(?:\/([234]))?$/,
    load: async () => (await import("./people/page")).Leaders,
    stays: true,
  },
  {
    name: "friends",
    at: /^\/friends$/,
    load: async () => (await import("./people/page")).Friends,
  },
  {
    name: "account",
    at: /^\/account$/,
    load: async () => (await import("./people/page")).Account,
  },
  { name: "login", at: /^\/login$/, load: async () => (await import("./people/page")).Login },
  {
    name: "moderate",
    at: /^\/moderate(?:\/([\w-]+))?$/,
    load: async () => (await import("./moderation/page")).default,
  },
  {
    name: "recover",
    at: /^\/recover$/,
    load: async () => (await import("./people/page")).Recover,
  },
];

function routeOf(where: string): Route {
  return ROUTES.find(({ at }) => at.test(where)) ?? HOME;
}

/** Pages that can be shown at once; null where one could not be loaded. */
const loaded = signal<Readonly<Record<string, Component | null>>>({ home: Home });

async function load(route: Route): Promise<void> {
  const { name } = route;
  if (loaded.value[name]) return;
  try {
    const page = await route.load();
    loaded.value = { ...loaded.value, [name]: page };
  } catch {
    loaded.value = { ...loaded.value, [name]: null };
  }
}

/** Takes the reader of the screen along to a page that was opened by a link. */
function useFocusOnNewPage(key: string, shown: boolean): void {
  const first = useRef<string | null>(key);
  useEffect(() => {
    if (!shown || key === first.current) return;
    first.current = null;
    focusPage();
  }, [key, shown]);
}

function App() {
  const where = path.value;
  const route = routeOf(where);
  const { name } = route;
  const Page = loaded.value[name];
  useEffect(() => {
    void load(route);
  }, [name]);
  const key = route.stays ? name : where;
  useFocusOnNewPage(key, Boolean(Page));
  document.title = name === "home" ? `istaka · ${t("tagline")}` : `${t(name)} · istaka`;
  if (Page) return <Page key={key} id={route.at.exec(where)?.[1] ?? ""} />;
  return Page === null ? (
    <p class="loading" role="alert">
      {t("problem-network")}
    </p>
  ) : (
    <p class="loading">{t("loading")}</p>
  );
}

async function run(): Promise<void> {
  rootLinks();
  applySettings();
  addEventListener("click", follow);
  await Promise.all([setLanguage(preferredLanguage()), load(routeOf(path.value))]);
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  keepShell();
}

void run();
