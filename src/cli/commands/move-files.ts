import { ConfigError } from "#config/config.ts";
import type { Command } from "../command.ts";
import { moveAllFiles } from "../installation/move-all-files.ts";

export const moveFilesCommand: Command = {
  name: "move-files",
  usage: "",
  about: "Moves uploaded files to where new ones go, the bucket or the database, while the server runs.",
  words: [],
  flags: [],
  records: [],
  async run({ config, site, say }) {
    const { bucket, db } = site;
    if (bucket === undefined) {
      throw new ConfigError("There is no bucket to move files to or from: set --files-url.");
    }
    await moveAllFiles({ address: db.address, bucket, to: config.newFiles, say });
  },
};
