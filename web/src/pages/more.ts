/** The pages that are read rather than played. */
import "../app";

export { default as Fair } from "../fair/page";
export { default as Rules } from "./rules";
