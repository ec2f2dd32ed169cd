import { basename } from "node:path";

/** What a file is for, by its name: rules are about roles, so that a new file has its rules from the first line. */

export const isTest = (file: string): boolean => file.endsWith(".test.ts") || basename(file) === "test-support.ts";

export const isEndpoints = (file: string): boolean => /(^|-)endpoints?\.ts$/.test(basename(file));
export const isQueries = (file: string): boolean => /(^|-)queries\.ts$/.test(basename(file));
export const isAction = (file: string): boolean => file.includes("/actions/") || basename(file) === "actions.ts";
export const isAccess = (file: string): boolean => basename(file) === "access.ts";
export const isPages = (file: string): boolean => /(^|-)pages\.ts$/.test(basename(file));
/** Work that no request waits for. */
export const isBackground = (file: string): boolean =>
  /(^|-)(job|cleanup|housekeeping|watch)\.ts$/.test(basename(file));
/** Presenters, and what is computed from texts alone. */
export const isPure = (file: string): boolean =>
  file.startsWith("src/markup/") || /\/(present|name|content|topic|colors|flag)\.ts$/.test(file);

export const isIn = (file: string, folder: string): boolean => file.startsWith(`src/${folder}/`);
