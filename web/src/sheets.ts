/** Style sheets of pages that have one of their own, loaded before the page shows. */

declare const STYLE_FILES: Readonly<Record<string, string>>;

export function needStyles(name: string): Promise<void> {
  const href = `/${STYLE_FILES[name]}`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(`the style sheet ${name} could not be loaded`));
    };
    document.head.append(link);
  });
}
