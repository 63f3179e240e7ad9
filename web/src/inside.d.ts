/** What the build puts into the file of a page: `locales/PART.*.ftl` and `styles/NAME.css`. */
declare module "words:*" {
  const words: Readonly<Record<"pl" | "tr" | "en", string>>;
  export default words;
}

declare module "sheet:*" {
  const sheet: string;
  export default sheet;
}
