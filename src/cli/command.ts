import type { Config } from "#config/config.ts";
import type { OperatorAction } from "#engine/log/audit-actions.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { ServerSite } from "#engine/runtime/site.ts";

export class UsageError extends Error {}

/** What the help and the command line know of a command for operators. */
interface CommandLine {
  readonly name: string;
  /** The words and flags after the name, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  /** Positional arguments, all of them required. */
  readonly words: readonly string[];
  /** The command's own flags, each with a value. */
  readonly flags: readonly string[];
  /** Flags without a value. */
  readonly switches?: readonly string[];
  /** What its success is recorded as in the audit log. What only reads, or concerns the whole server, is not recorded. */
  readonly records: readonly OperatorAction[];
}

/** A command beside a running server, with the database and the organizations. */
interface ServerCommand extends CommandLine {
  /** Refuses, before the database is opened or created, what is wrong in words and flags. */
  readonly check?: (input: BareInput) => Promise<void>;
  /** Whether it may create the data folder. Others refuse, because the folder's name may be mistyped. */
  readonly mayBegin?: true;
  readonly run: (input: CommandInput) => Promise<void>;
}

/** A command that opens the database itself, because it may be missing, empty or out of order. */
interface BareCommand extends CommandLine {
  readonly runBare: (input: BareInput) => Promise<void>;
}

export type Command = ServerCommand | BareCommand;

export interface BareInput {
  readonly config: Config;
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  readonly say: (sentence: string) => void;
  /** Says what happens meanwhile. */
  readonly progress: (sentence: string) => void;
  /** Asks for a secret, or is undefined where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

interface CommandInput extends BareInput {
  readonly site: ServerSite;
  /** The organization that `--organization` names, or the only one. What is changed in it is recorded as the operator's. */
  readonly realm: () => Promise<RealmRuntime<OperatorAction>>;
}

/** Splits off a command's own words and flags; the remaining arguments are settings. */
export function splitArguments(command: CommandLine, argv: readonly string[]) {
  const words: string[] = [];
  const flags = new Map<string, string>();
  const settings: string[] = [];
  const rest = argv.values();
  for (const argument of rest) {
    const [name = "", inline] = argument.split(/=(.*)/s, 2);
    if (!argument.startsWith("--")) words.push(argument);
    else if (flags.has(name)) throw new UsageError(`The flag ${name} is given twice.`);
    else if (inline === undefined && command.switches?.includes(name) === true) flags.set(name, "");
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
