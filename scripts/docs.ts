import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allSettings } from "../src/config/settings.ts";

/** Writes the README's table of settings from their declarations: `npm run docs`. */
export const README = join(import.meta.dirname, "../README.md");

const BEGIN = "<!-- settings: written by `npm run docs` -->";
const END = "<!-- end of settings -->";

/** The README with the table of settings from the declarations. */
export function withSettings(readme: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The README has no place for settings: ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${settingsTable()}\n\n${readme.slice(end)}`;
}

function settingsTable(): string {
  const rows = allSettings.map(({ flag, variables, fallback, help }) => [
    code(flag),
    variables.map(code).join(", "),
    fallback === undefined ? "" : code(fallback),
    help.replaceAll("|", "\\|"),
  ]);
  const table = [["Flag", "Variable", "Default", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler = " ") =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width, filler)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return [line(head), line([], "-"), ...body.map((row) => line(row))].join("\n");
}

const code = (text: string): string => `\`${text}\``;

if (import.meta.main) writeFileSync(README, withSettings(readFileSync(README, "utf8")));
