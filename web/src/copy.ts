/** Texts that a person takes away from the page. */

/** Puts it into the clipboard; without HTTPS only the old way is there. False where neither works. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr";
  // inside an open dialog, or the browser takes the focus back
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** The address of a text as a file, for a link with `download`. */
export const fileOf = (text: string) => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
