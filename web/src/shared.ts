/**
 * What several pages need and the shell itself does not. The shell exports it and every page imports the shell,
 * so that the bundler makes one file of it all: few requests for a cold start.
 */
export * from "./api/people";
export * from "./ask";
export * from "./connection";
export * from "./copy";
export * from "./dialog";
export * from "./form";
export * from "./icons";
export * from "./live";
export * from "./lost";
export * from "./name-ask";
export * from "./person";
export * from "./report";
export * from "./settings-form";
export * from "./sheets";
export * from "./sure";
export * from "./table/fairness";
export * from "./talk/panel";
export * from "./talk/talk";
export * from "./terms";
export * from "./tile-row";
