/** Moments and numbers as a reader of the language in use writes them. */
import { language } from "./i18n";

/** The reader's own country where his browser speaks the language in use: 3 May, or May 3. */
const region = () => navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value;

export const dayWords = (ms: number) => new Date(ms).toLocaleDateString(region(), { dateStyle: "medium" });

export const momentWords = (ms: number) =>
  new Date(ms).toLocaleString(region(), { dateStyle: "medium", timeStyle: "short" });

/** Names one after the other: Ada, Can and Ewa. */
export const namesWords = (names: readonly string[]) => new Intl.ListFormat(language.value).format(names);

/** A share of a whole, 0..1. */
export const percentWords = (share: number) =>
  share.toLocaleString(language.value, { style: "percent", maximumFractionDigits: 0 });

export const decimalWords = (value: number) =>
  value.toLocaleString(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A change with its sign, the minus as long as the plus is wide. */
export const changeWords = (change: number) =>
  change.toLocaleString(language.value, { signDisplay: "exceptZero" }).replace("-", "−");
