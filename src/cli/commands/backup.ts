import { stat } from "node:fs/promises";
import { ConfigError } from "#config/config.ts";
import { newPassphrase } from "../backup/passphrase.ts";
import { recordBackup } from "../backup/last-backup.ts";
import { writeBackup } from "../backup/write-backup.ts";
import type { Command } from "../command.ts";
import { readSecret } from "../installation/secret.ts";
import { writeNewFile } from "../terminal/new-file.ts";
import { progressLine } from "../terminal/progress-line.ts";

const MIB = 2 ** 20;

export const backup: Command = {
  name: "backup",
  usage: "FILE [--encrypt yes|no]",
  about: "Writes everything to a file, encrypted if there is a passphrase: all organizations, files and the secret.",
  words: ["FILE"],
  flags: ["--encrypt"],
  records: [],
  async run({ config, site, words, flags, say, ask }) {
    const [file] = words as [string];
    const encrypt = flags.get("--encrypt") ?? (config.backupPassphrase === undefined ? "no" : "yes");
    if (!["yes", "no"].includes(encrypt)) throw new ConfigError("--encrypt must be yes or no.");
    const passphrase = encrypt === "yes" ? await newPassphrase({ config, ask }) : undefined;
    const line = progressLine(site.clock);
    const options = {
      address: site.db.address,
      secret: readSecret(config),
      passphrase,
      bucket: site.bucket,
      onMissing: (file: string) => say(`The content of file ${file} is missing in the bucket, and in the backup.`),
      onProgress: (table: string, bytes: number) => line.show(`Backing up ${table}: ${(bytes / MIB).toFixed(0)} MiB`),
    };
    const madeAt = await writeNewFile(file, (take) => writeBackup(options, take)).finally(() => line.end());
    await recordBackup(site.db.background, madeAt);
    const { size } = await stat(file);
    const kind = passphrase === undefined ? "not encrypted" : "encrypted";
    say(`Backed up to ${file}, as of ${madeAt}: ${(size / MIB).toFixed(1)} MiB, ${kind}.`);
    if (passphrase === undefined)
      say("It has the secret that API keys derive from: keep it where nobody else reads it.");
  },
};
