/** The pages about people and of one's own account, in one file: they share their words and most of their look. */
import "../app";
import sheet from "sheet:people";
import words from "words:people";
import { addWords } from "../i18n";
import { addSheet } from "../sheets";

addWords(words);
addSheet(sheet);

export { AccountPage as Account } from "../account/account";
export { LoginPage as Login, RecoverPage as Recover } from "../account/login";
export { default as Friends } from "./friends";
export { default as Leaders } from "./leaders";
export { default as Profile } from "./profile";
