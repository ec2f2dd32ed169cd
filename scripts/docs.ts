import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "#config/setting.ts";
import { allSettings, settingGroups } from "#config/settings.ts";
import { integrationPage } from "#domains/integrations/incoming/documentation.ts";
import { INTEGRATIONS } from "#domains/integrations/incoming/services/all.ts";

/**
 * `npm run docs` writes what follows from declarations: the README's table of common settings, docs/configuration.md with
 * all settings, and the pages of integrations; and the list of decisions in docs/README.md.
 */
export const README = join(import.meta.dirname, "../README.md");
export const CONFIGURATION = join(import.meta.dirname, "../docs/configuration.md");

export const INDEX = join(import.meta.dirname, "../docs/README.md");

/** A page with what is between two of its lines, "settings: written by …" and "end of settings", replaced. */
function withWritten(page: string, what: string, written: string): string {
  const [begin, end] = [`<!-- ${what}: written by \`npm run docs\` -->`, `<!-- end of ${what} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`A page has no place for ${what}: ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${written}\n\n${page.slice(to)}`;
}

export const commonSettings = allSettings.filter(({ isCommon }) => isCommon);

/** The README with the table of common settings from the declarations. */
export const withSettings = (readme: string): string => withWritten(readme, "settings", settingsTable(commonSettings));

const DECISIONS = join(import.meta.dirname, "../docs/decisions");

/** The index of docs/ with the decisions, each by the title of its page. */
export function withDecisions(index: string): string {
  const lines = readdirSync(DECISIONS)
    .sort()
    .map((name) => `- [${name.slice(0, 4)}](decisions/${name}): ${titleOf(join(DECISIONS, name))}`);
  return withWritten(index, "decisions", lines.join("\n"));
}

function titleOf(decision: string): string {
  const [, title] = /^# \d+\. (.+)\n/.exec(readFileSync(decision, "utf8")) ?? [];
  if (title === undefined) throw new Error(`A decision begins with "# 7. Its title": ${decision}`);
  return title;
}

/** The page of all settings, grouped by what they are for. */
export function configurationPage(): string {
  const groups = settingGroups.map(({ title, settings }) => `## ${title}\n\n${settingsTable(settings)}\n`);
  return ["# Configuration\n", `${ABOUT_SETTINGS}\n`, ...groups].join("\n");
}

const ABOUT_SETTINGS = `Every setting is a flag of \`npm start -- …\` or \`npx parley start …\`, or a variable of the environment. Flags win over
variables. Commands such as \`npx parley stats\` take the same settings. An unknown flag, an unknown variable that begins
with \`PARLEY_\`, or a wrong value stops the start with a sentence that says so. Others on the machine may see flags: secrets
are better set as variables. This page is written by \`npm run docs\` from the declarations in \`src/config\`.`;

function settingsTable(settings: readonly Setting<unknown>[]): string {
  const rows = settings.map(({ flag, variables, fallback, help }) => [
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
  const pages = INTEGRATIONS.map((integration) => [`${integration.name}.md`, integrationPage(integration)] as const);
  return new Map([...pages, ["README.md", `# Integrations\n\n${LISTED}\n\n${list}\n`]]);
}

const LISTED =
  "Services that can post to Parley, each by the URL of an incoming webhook bot. These pages are written by `npm run docs`.";

if (import.meta.main) {
  writeFileSync(README, withSettings(readFileSync(README, "utf8")));
  writeFileSync(CONFIGURATION, configurationPage());
  writeFileSync(INDEX, withDecisions(readFileSync(INDEX, "utf8")));
  mkdirSync(INTEGRATION_PAGES, { recursive: true });
  for (const [name, page] of integrationPages()) writeFileSync(join(INTEGRATION_PAGES, name), page);
}
