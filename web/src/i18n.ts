/** Words: one Fluent bundle for the language in use, loaded on demand. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { signal } from "@preact/signals";
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

const parts = new Set<string>(["app"]);

async function fetchPart(part: string, tag: Language): Promise<FluentResource> {
  const answer = await fetch(`/${LOCALE_FILES[`${part}.${tag}`]}`);
  if (!answer.ok) throw new Error(`the words of ${tag} could not be loaded: ${answer.status}`);
  return new FluentResource(await answer.text());
}

/** Switches the language; the page follows when its words are there. */
export async function setLanguage(tag: Language): Promise<void> {
  const next = new FluentBundle(tag, { useIsolating: false });
  const resources = await Promise.all([...parts].map((part) => fetchPart(part, tag)));
  for (const resource of resources) next.addResource(resource);
  bundle.value = next;
  language.value = tag;
  document.documentElement.lang = tag;
}

export async function chooseLanguage(tag: Language): Promise<void> {
  save("language", tag);
  await setLanguage(tag);
}

/** Adds the words of a part of the program (a long page has a file of its own). */
export async function needPart(part: string): Promise<void> {
  if (parts.has(part)) return;
  parts.add(part);
  await setLanguage(language.value);
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
