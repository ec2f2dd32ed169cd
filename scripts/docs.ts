import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allSettings } from "#config/settings.ts";
import { integrationPage } from "#domains/integrations/incoming/documentation.ts";
import { INTEGRATIONS } from "#domains/integrations/incoming/services/all.ts";

/** `npm run docs` writes the README's table of settings and the pages of integrations from their declarations. */
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

export const INTEGRATION_PAGES = join(import.meta.dirname, "../docs/integrations");

/** The pages of integrations by the names of their files, and a list of them. */
export function integrationPages(): Map<string, string> {
  const list = INTEGRATIONS.map(({ name, title, about }) => `- [${title}](${name}.md): ${about}`).join("\n");
  const pages = INTEGRATIONS.map((one) => [`${one.name}.md`, integrationPage(one)] as const);
  return new Map([...pages, ["README.md", `# Integrations\n\n${LISTED}\n\n${list}\n`]]);
}

const LISTED =
  "Services that can post to Parley, each by the URL of an incoming webhook bot. These pages are written by `npm run docs`.";

if (import.meta.main) {
  writeFileSync(README, withSettings(readFileSync(README, "utf8")));
  mkdirSync(INTEGRATION_PAGES, { recursive: true });
  for (const [name, page] of integrationPages()) writeFileSync(join(INTEGRATION_PAGES, name), page);
}
