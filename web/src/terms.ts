/** The terms of a table in words, as a list of short ones. */
import { t } from "./i18n";
import type { Offer } from "./wire";
import { clockWords } from "./words";

type Terms = Pick<Offer, "limit" | "rules" | "clock" | "bank" | "rated">;

export function limitWords({ limit, rules }: Pick<Offer, "limit" | "rules">): string {
  return rules === "classic" ? t("terms-classic", { limit }) : t("terms-limit", { limit });
}

export const bankWords = (seconds: number): string => clockWords(seconds * 1000);

export function timeWords({ clock, bank }: Pick<Offer, "clock" | "bank">): string {
  if (clock === 0) return t("terms-no-clock");
  const turn = t("clock-seconds", { n: clock });
  return bank > 0 ? `${turn} + ${bankWords(bank)}` : turn;
}

export function termsWords(terms: Terms): string[] {
  return [limitWords(terms), timeWords(terms), ...(terms.rated ? [t("terms-rated")] : [])];
}
