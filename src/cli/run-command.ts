import { ConfigError, readConfig, settingsHelp } from "#config/config.ts";
import { OPERATOR_ACTIONS } from "#engine/log/audit-actions.ts";
import { recording } from "#engine/runtime/recording.ts";
import { openRealm } from "#engine/runtime/realm-runtime.ts";
import { urlOf } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { openBus } from "#engine/runtime/open-bus.ts";
import { createLogger } from "#platform/logger.ts";
import { createSite, publicUrl } from "../server.ts";
import { type Command, splitArguments } from "./command.ts";
import { apiKey, apiKeys, revokeApiKey } from "./commands/api-keys.ts";
import { audit } from "./commands/audit.ts";
import { backup } from "./commands/backup.ts";
import { createUserCommand } from "./commands/accounts/create-user.ts";
import { doctor } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { grant } from "./commands/accounts/grant.ts";
import { importCommand } from "./commands/import.ts";
import { loginLink } from "./commands/accounts/login-link.ts";
import { createOrganizationCommand, reactivateOrganization } from "./commands/organizations.ts";
import { moveFilesCommand } from "./commands/move-files.ts";
import { resetPasswordCommand } from "./commands/accounts/reset-password.ts";
import { resetTwoStepCommand } from "./commands/accounts/reset-two-step.ts";
import { restore } from "./commands/restore.ts";
import { stats } from "./commands/stats.ts";
import { openForCommand } from "./installation/installation.ts";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** All commands but `start` and `help`. They work beside a running server, which is notified of what they write. */
export const COMMANDS: readonly Command[] = [
  createOrganizationCommand,
  createUserCommand,
  apiKey,
  apiKeys,
  revokeApiKey,
  audit,
  loginLink,
  grant,
  resetPasswordCommand,
  resetTwoStepCommand,
  reactivateOrganization,
  stats,
  exportCommand,
  importCommand,
  backup,
  restore,
  moveFilesCommand,
  doctor,
];

/** Where a command runs. */
interface Terminal {
  readonly say: (sentence: string) => void;
  /** By default this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Asks for a secret. */
  readonly ask?: (question: string) => Promise<string>;
}

const TERMINAL: Terminal = {
  say: (sentence) => void process.stdout.write(`${sentence}\n`),
  ...(process.stdin.isTTY && { ask: askInTerminal }),
};

/** Runs one of the commands, or shows the help. */
export async function runCommand(name: string, argv: readonly string[], terminal = TERMINAL): Promise<void> {
  if (name === "help" || [name, ...argv].some((word) => ["--help", "-h"].includes(word)))
    return terminal.say(help(COMMANDS));
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new ConfigError(`There is no command ${name}: parley help lists all of them.`);
  await run(command, argv, terminal);
}

async function run(command: Command, argv: readonly string[], { say, env, ask }: Terminal): Promise<void> {
  const { words, flags, settings } = splitArguments(command, argv);
  const config = readConfig(settings, env);
  const progress = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const input = { config, words, flags, say, progress, ask };
  if ("runBare" in command) return command.runBare(input);
  await command.check?.(input);
  const log = createLogger("error");
  const installation = await openForCommand(config, progress, command.mayBegin === true);
  try {
    const site = createSite(config, installation.db, installation.secret, log);
    const bus = await openBus(site, {
      onNews: () => {},
      onEphemeral: () => {},
      onQueueGone: () => {},
      onFollowed: () => {},
      onGreeting: () => {},
      onReconnect: () => {},
    });
    const realm = async () => {
      const { id, subdomain } = await chosenRealm(site, flags.get("--organization"));
      const url = urlOf(publicUrl(config, config.port), subdomain);
      const opened = await openRealm({
        site,
        realmId: id,
        url: () => url,
        announce: (realmId, position) => bus.announce(realmId, position),
      });
      return recording(opened, OPERATOR_ACTIONS, { actorKind: "operator" });
    };
    await command.run({ ...input, site, realm });
    await bus.close();
    await site.bucket?.close();
  } finally {
    await installation.close();
  }
}

async function chosenRealm(
  site: ServerSite,
  subdomain: string | undefined,
): Promise<{ id: number; subdomain: string }> {
  const rows = await site.db.reads<{ id: number; subdomain: string }[]>`
    select r.id, r.subdomain from realm r join realm_head h on h.realm_id = r.id order by r.id`;
  if (subdomain === undefined && rows.length === 1) return rows[0] as { id: number; subdomain: string };
  if (subdomain === undefined && rows.length > 1) {
    const names = rows.map((row) => (row.subdomain === "" ? '""' : row.subdomain)).join(", ");
    throw new ConfigError(`There are several organizations: name one with --organization, out of ${names}.`);
  }
  const found = rows.find((row) => row.subdomain === (subdomain ?? ""));
  if (found === undefined) throw new ConfigError("There is no such organization.");
  return found;
}

export function help(commands: readonly Command[]): string {
  const line = (usage: string, about: string) => `  parley ${usage}\n      ${about}`;
  return [
    "Parley, a team-chat server.",
    "",
    "Commands:",
    line("start", "Runs the server until it is told to stop."),
    ...commands.map(({ name, usage, about }) => line(`${name} ${usage}`, about)),
    line("help", "Shows this."),
    "",
    "Settings, for every command:",
    settingsHelp(),
  ].join("\n");
}

/** Asks for a secret, which is not shown while it is typed. */
async function askInTerminal(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_bytes, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
