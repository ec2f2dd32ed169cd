import type { Config } from "../config/config.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import type { ServerSite } from "../engine/runtime/site.ts";

export class UsageError extends Error {}

/** A command for operators. */
export interface Command {
  readonly name: string;
  /** The words and flags after the name, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  /** Positional arguments, all of them required. */
  readonly words: readonly string[];
  /** The command's own flags, each with a value. */
  readonly flags: readonly string[];
  /** Whether it may create the data folder. Others refuse, because the folder's name may be mistyped. */
  readonly mayBegin?: true;
  readonly run: (input: CommandInput) => Promise<void>;
}

export interface CommandInput {
  readonly config: Config;
  readonly site: ServerSite;
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  /** The organization that `--organization` names, or the only one. */
  readonly realm: () => Promise<RealmRuntime>;
  readonly say: (sentence: string) => void;
}

/** Splits off a command's own words and flags; the remaining arguments are settings. */
export function splitArguments(command: Command, argv: readonly string[]) {
  const words: string[] = [];
  const flags = new Map<string, string>();
  const settings: string[] = [];
  const rest = argv.values();
  for (const argument of rest) {
    const [name = "", inline] = argument.split(/=(.*)/s, 2);
    if (!argument.startsWith("--")) words.push(argument);
    else if (flags.has(name)) throw new UsageError(`The flag ${name} is given twice.`);
    else if (command.flags.includes(name)) flags.set(name, inline ?? valueAfter(name, rest));
    else settings.push(name, inline ?? valueAfter(name, rest));
  }
  if (words.length !== command.words.length) {
    throw new UsageError(`Usage: parley ${command.name} ${command.usage}`);
  }
  return { words, flags, settings };
}

function valueAfter(flag: string, rest: Iterator<string>): string {
  const next = rest.next();
  if (next.done === true || next.value.startsWith("--")) throw new UsageError(`The flag ${flag} needs a value.`);
  return next.value;
}
