/** Local storage that may be missing (private windows): then nothing is remembered, and nothing breaks. */

const PREFIX = "istaka.";

export function load(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // full or forbidden: what was to be remembered is a convenience only
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing was remembered then
  }
}

/** The keys that begin so, without our prefix. */
export function keys(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** What was saved as JSON, null where that is nothing readable. */
export function loadJson<T>(key: string): T | null {
  try {
    return JSON.parse(load(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function saveJson(key: string, value: unknown): void {
  save(key, JSON.stringify(value));
}
