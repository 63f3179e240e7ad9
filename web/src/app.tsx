/** The shell: words first, then the page that the path asks for; each page but the first is loaded on demand. */
import { signal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect } from "preact/hooks";

export * from "./shared";

import { preferredLanguage, setLanguage, t } from "./i18n";
import { keepShell } from "./offline";
import { Home } from "./pages/home";
import { follow, path, tableOf } from "./route";
import { applySettings } from "./settings";

const loaded = signal<Readonly<Record<string, ComponentType<{ id: string }>>>>({});

const PAGES: Readonly<Record<string, () => Promise<ComponentType<{ id: string }>>>> = {
  table: async () => (await import("./table/page")).default,
  rules: async () => (await import("./pages/more")).Rules,
  fair: async () => (await import("./pages/more")).Fair,
};

function pageOf(where: string): string {
  if (tableOf(where)) return "table";
  return where === "/rules" ? "rules" : where === "/fair" ? "fair" : "home";
}

async function load(name: string): Promise<void> {
  const page = PAGES[name];
  if (!page || loaded.value[name]) return;
  const component = await page();
  loaded.value = { ...loaded.value, [name]: component };
}

function App() {
  const name = pageOf(path.value);
  useEffect(() => {
    void load(name);
  }, [name]);
  const title = name === "table" ? t("table") : name === "home" ? "" : t(name);
  document.title = title ? `${title} · istaka` : `istaka · ${t("tagline")}`;
  if (name === "home") return <Home />;
  const Page = loaded.value[name];
  const id = tableOf(path.value) ?? "";
  return Page ? <Page key={id} id={id} /> : <p class="loading">{t("loading")}</p>;
}

async function run(): Promise<void> {
  applySettings();
  addEventListener("click", follow);
  await Promise.all([setLanguage(preferredLanguage()), load(pageOf(path.value))]);
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  keepShell();
}

void run();
