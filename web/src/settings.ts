/** What a person set for this browser. */
import { effect, signal } from "@preact/signals";
import { loadJson, saveJson } from "./storage";

export interface Settings {
  largeDigits: boolean;
  letters: boolean;
  leftHanded: boolean;
  doubleTap: boolean;
  felt: "dark" | "light";
  sound: boolean;
}

const DEFAULTS: Settings = {
  largeDigits: false,
  letters: false,
  leftHanded: false,
  doubleTap: false,
  felt: "dark",
  sound: true,
};

export const settings = signal<Settings>({ ...DEFAULTS, ...loadJson<Partial<Settings>>("settings") });

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings.value = { ...settings.value, [name]: value };
}

/** Keeps the settings, and tells the style sheet about those it draws. */
export function applySettings(): void {
  effect(() => {
    const now = settings.value;
    saveJson("settings", now);
    const root = document.documentElement;
    root.dataset.felt = now.felt;
    root.toggleAttribute("data-large-digits", now.largeDigits);
    root.toggleAttribute("data-left-handed", now.leftHanded);
  });
}
