import { allSettings } from "./settings.ts";

/** A mistake in a flag or a variable, as one sentence that never holds the value of a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const flagNames = allSettings.map((setting) => setting.flag);
const variableNames = allSettings.flatMap((setting) => setting.variables);

/** Values by flag. The error for a stray word does not repeat the word, because it may be part of a password. */
export function readFlags(argv: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const words = argv.values();
  for (const word of words) {
    if (!word.startsWith("--")) {
      throw new ConfigError("There is an argument that belongs to no flag: settings are written --name value.");
    }
    const [flag, inline] = splitOnce(word);
    if (!flagNames.some((known) => known === flag)) throw unknown("flag", flag, flagNames);
    if (values.has(flag)) throw new ConfigError(`The flag ${flag} is given twice.`);
    const value = inline ?? words.next().value;
    if (value === undefined || (inline === undefined && value.startsWith("--"))) {
      throw new ConfigError(`The flag ${flag} needs a value.`);
    }
    values.set(flag, value);
  }
  return values;
}

/** Refuses a misspelt variable, which would otherwise be ignored silently. */
export function refuseUnknownVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith("PARLEY_") || name.startsWith("PARLEY_TEST_") || env[name] === undefined) continue;
    if (!variableNames.includes(name)) throw unknown("variable", name, variableNames);
  }
}

function splitOnce(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function unknown(what: string, name: string, names: readonly string[]): ConfigError {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "parley help lists all of them." : `did you mean ${nearest}?`;
  return new ConfigError(`There is no ${what} ${name}: ${hint}`);
}

/** The name that needs the fewest letters inserted, removed or replaced; undefined when all are far off. */
function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, edits: editsBetween(wanted, name) })).sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(2, wanted.length / 3) ? best.name : undefined;
}

function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of from.split("").entries()) {
    const next = [line + 1];
    for (const [column, other] of to.split("").entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
