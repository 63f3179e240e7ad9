/** The pages that are read rather than played. */
import "../app";
import sheet from "sheet:people";
import fair from "words:fair";
import rules from "words:rules";
import { addWords } from "../i18n";
import { addSheet } from "../sheets";

addWords(fair);
addWords(rules);
addSheet(sheet);

export { default as Fair } from "../fair/page";
export { default as Rules } from "./rules";
