/** Words: one Fluent bundle for the language in use, loaded on demand. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { signal } from "@preact/signals";
import { BASE } from "./base";
import { load, save } from "./storage";

export type Language = "pl" | "tr" | "en";
export const LANGUAGES: readonly Language[] = ["pl", "tr", "en"];

export const language = signal<Language>("en");
const bundle = signal<FluentBundle | null>(null);

declare const LOCALE_FILES: Readonly<Record<string, string>>;

const isLanguage = (value: string | null): value is Language => LANGUAGES.includes(value as Language);

/** The language chosen before, else the first of the browser's that we speak, else English. */
export function preferredLanguage(): Language {
  const chosen = load("language");
  if (isLanguage(chosen)) return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find(isLanguage) ?? "en";
}

/** Files of words: one for all pages, one for each group of pages that was opened. */
const parts = new Set<string>(["app"]);
const fetched = new Map<string, Promise<FluentResource>>();
let wanted: Language = "en";

async function download(name: string): Promise<FluentResource> {
  const answer = await fetch(`${BASE}/${LOCALE_FILES[name]}`);
  if (!answer.ok) throw new Error(`the words of ${name} could not be loaded: ${answer.status}`);
  return new FluentResource(await answer.text());
}

function fetchPart(part: string): Promise<FluentResource> {
  const name = `${part}.${wanted}`;
  const words = fetched.get(name) ?? download(name);
  fetched.set(name, words);
  words.catch(() => fetched.delete(name));
  return words;
}

/** Shows the wanted language once all its parts are there, unless more was wanted meanwhile. */
async function show(): Promise<void> {
  const [tag, count] = [wanted, parts.size];
  const resources = await Promise.all([...parts].map(fetchPart));
  if (tag !== wanted || count !== parts.size) return;
  const next = new FluentBundle(tag, { useIsolating: false });
  for (const resource of resources) next.addResource(resource);
  bundle.value = next;
  language.value = tag;
  document.documentElement.lang = tag;
}

/** Switches the language; the page follows when its words are there. */
export async function setLanguage(tag: Language): Promise<void> {
  wanted = tag;
  await show();
}

export async function chooseLanguage(tag: Language): Promise<void> {
  save("language", tag);
  await setLanguage(tag);
}

/** Adds the words of a group of pages. */
export async function needPart(part: string): Promise<void> {
  if (parts.has(part)) return;
  parts.add(part);
  await show().catch((error) => {
    parts.delete(part);
    throw error;
  });
}

export type Args = Record<string, FluentVariable>;

/** The message in the language in use; the bare id where a test would have failed. */
export function t(id: string, args?: Args): string {
  const words = bundle.value;
  const message = words?.getMessage(id);
  return words && message?.value ? words.formatPattern(message.value, args, []) : id;
}

/** Whether the language in use has such a message. */
export function hasWords(id: string): boolean {
  return bundle.value?.hasMessage(id) ?? false;
}
