/** The pages about people, in one file: they share most of what they show. */
import "../app";

export { default as Friends } from "./friends";
export { default as Leaders } from "./leaders";
export { default as Profile } from "./profile";
