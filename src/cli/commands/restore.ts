import { open } from "node:fs/promises";
import { ConfigError } from "#config/config.ts";
import { systemClock } from "#platform/clock.ts";
import { readContent } from "../backup/content.ts";
import { type Envelope, openEnvelope } from "../backup/envelope.ts";
import { checkMigrations } from "../backup/load-backup.ts";
import { knownPassphrase } from "../backup/passphrase.ts";
import { restoreInto } from "../backup/restore-into.ts";
import type { BareInput, Command } from "../command.ts";
import { progressLine } from "../terminal/progress-line.ts";

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  about: "Restores a backup into a new data folder or an empty database, of this or an older version of Parley.",
  words: ["FILE"],
  flags: [],
  records: [],
  async runBare(input) {
    const [file] = input.words as [string];
    const handle = await open(file).catch((error: unknown) => {
      throw new ConfigError(`The file ${file} cannot be read: ${(error as Error).message}.`);
    });
    try {
      await restoreFrom(await openEnvelope(handle), input);
    } finally {
      await handle.close();
    }
  },
};

async function restoreFrom(envelope: Envelope, input: BareInput): Promise<void> {
  const { config, say, progress } = input;
  const passphrase = envelope.isEncrypted ? await knownPassphrase(input) : undefined;
  const line = progressLine(systemClock);
  try {
    const content = await readContent(
      envelope.content(passphrase, (share) => line.show(`Restoring: ${Math.floor(share * 100)} %`)),
    );
    checkMigrations(content.header);
    await restoreInto(config, content, progress);
    say(`Restored the backup of ${content.header.madeAt}: begin with parley start.`);
  } finally {
    line.end();
  }
}
