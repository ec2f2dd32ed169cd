import { ConfigError } from "#config/config.ts";
import { passphrase as kind } from "#config/kinds.ts";
import type { BareInput } from "../command.ts";

type Asking = Pick<BareInput, "config" | "ask">;

/** The passphrase for a new backup, asked for twice if it is not set, because nobody could read it after a slip. */
export async function newPassphrase({ config, ask }: Asking): Promise<string> {
  if (config.backupPassphrase !== undefined) return config.backupPassphrase;
  const given = await asked(ask, "Passphrase for the backup: ");
  if (kind.read(given) === undefined) throw new ConfigError(`The passphrase must be ${kind.expects}.`);
  if ((await asked(ask, "The same again: ")) !== given) throw new ConfigError("The two passphrases differ.");
  return given;
}

export const knownPassphrase = async ({ config, ask }: Asking): Promise<string> =>
  config.backupPassphrase ?? (await asked(ask, "Passphrase of the backup: "));

async function asked(ask: BareInput["ask"], question: string): Promise<string> {
  if (ask !== undefined) return ask(question);
  throw new ConfigError("The passphrase is missing: set PARLEY_BACKUP_PASSPHRASE.");
}
