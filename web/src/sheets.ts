/** Style sheets of pages that have one of their own; they come inside the page's script. */

const added = new Set<string>();

/** Adds a sheet once, however many pages bring it. */
export function addSheet(text: string): void {
  if (added.has(text)) return;
  added.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
