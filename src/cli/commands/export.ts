import { ConfigError } from "#config/config.ts";
import { writeArchive } from "#domains/exports/archive/archive.ts";
import type { ExportKind } from "#domains/exports/archive/scope.ts";
import type { Command } from "../command.ts";
import { writeNewFile } from "../terminal/new-file.ts";

const KINDS: readonly ExportKind[] = ["public", "consented", "everything"];

export const exportCommand: Command = {
  name: "export",
  usage: `FILE [--kind ${KINDS.join("|")}] [--organization SUBDOMAIN]`,
  about:
    "Writes an archive of an organization (docs/export-format.md), by default of everything, private data included.",
  words: ["FILE"],
  flags: ["--kind", "--organization"],
  records: ["export.written"],
  async run({ site, words, flags, realm, say }) {
    const wanted = flags.get("--kind") ?? "everything";
    const kind = KINDS.find((candidate) => candidate === wanted);
    if (kind === undefined) throw new ConfigError(`--kind must be one of ${KINDS.join(", ")}.`);
    const [file] = words as [string];
    const runtime = await realm();
    const { id: realmId, model } = runtime;
    const options = {
      address: site.db.address,
      bucket: site.bucket,
      realmId,
      host: model.host,
      kind,
      now: Math.floor(site.clock.now() / 1000),
    };
    await writeNewFile(file, (take) => writeArchive(options, take));
    await runtime.writeAsServer((tx) => tx.audit("export.written", realmId, { kind }));
    say(`Exported to ${file}`);
  },
};
