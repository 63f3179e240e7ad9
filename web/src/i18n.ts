/** Words: one Fluent bundle for the language in use; those of the shell are loaded, those of a page come with it. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { batch, signal } from "@preact/signals";
import { BASE } from "./base";
import { load, save } from "./storage";

export type Language = "pl" | "tr" | "en";
export const LANGUAGES: readonly Language[] = ["pl", "tr", "en"];

export const language = signal<Language>("en");
const bundle = signal<FluentBundle | null>(null);

declare const LOCALE_FILES: Readonly<Record<Language, string>>;

const isLanguage = (value: string | null): value is Language => LANGUAGES.includes(value as Language);

/** The language chosen before, else the first of the browser's that we speak, else English. */
export function preferredLanguage(): Language {
  const chosen = load("language");
  if (isLanguage(chosen)) return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find(isLanguage) ?? "en";
}

/** The words of the shell, by language, and those in use. */
const fetched = new Map<Language, Promise<FluentResource>>();
let shell: FluentResource | null = null;
/** The words of the pages that were opened. */
const pages: Readonly<Record<Language, string>>[] = [];
let wanted: Language = "en";

async function download(tag: Language): Promise<FluentResource> {
  const answer = await fetch(`${BASE}/${LOCALE_FILES[tag]}`);
  if (!answer.ok) throw new Error(`the words of ${tag} could not be loaded: ${answer.status}`);
  return new FluentResource(await answer.text());
}

function fetchShell(tag: Language): Promise<FluentResource> {
  const words = fetched.get(tag) ?? download(tag);
  fetched.set(tag, words);
  words.catch(() => fetched.delete(tag));
  return words;
}

/** Shows the words that are there in the language in use. */
function show(): void {
  if (!shell) return;
  const tag = language.value;
  const next = new FluentBundle(tag, { useIsolating: false });
  next.addResource(shell);
  for (const page of pages) next.addResource(new FluentResource(page[tag]));
  bundle.value = next;
}

/** Switches the language; the page follows when its words are there, unless another was wanted meanwhile. */
export async function setLanguage(tag: Language): Promise<void> {
  wanted = tag;
  const words = await fetchShell(tag);
  if (tag !== wanted) return;
  shell = words;
  batch(() => {
    language.value = tag;
    show();
  });
  document.documentElement.lang = tag;
}

export async function chooseLanguage(tag: Language): Promise<void> {
  save("language", tag);
  await setLanguage(tag);
}

/** Adds the words of a group of pages, once. */
export function addWords(words: Readonly<Record<Language, string>>): void {
  pages.push(words);
  show();
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
