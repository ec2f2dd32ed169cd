import { stat } from "node:fs/promises";
import { ConfigError } from "#config/config.ts";
import { type CheckedArchive, checkArchive } from "#domains/imports/check/check-archive.ts";
import { type ArchiveLimits, DEFAULT_LIMITS } from "#domains/imports/limits.ts";
import { checkPlace, loadArchive } from "#domains/imports/load/load-archive.ts";
import type { LeftOut } from "#domains/imports/reader.ts";
import { READERS, readerOf } from "#domains/imports/readers.ts";
import { openStaging } from "#domains/imports/staging/read-staging.ts";
import { urlOf } from "#engine/runtime/realms.ts";
import { publicUrl } from "../../server.ts";
import { organizationName } from "#domains/records/organization/properties.ts";
import type { Command } from "../command.ts";
import { checkedSubdomain } from "../first-owner.ts";
import { withImportFolder } from "../installation/import-folder.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { TABLE_NAMES } from "#domains/imports/staging/table-rows.ts";

const FORMATS = READERS.map(({ format }) => format);
const GIB = 2 ** 30;

export const importCommand: Command = {
  name: "import",
  usage: `FILE [--organization SUBDOMAIN] [--name NAME] [--format ${FORMATS.join("|")}] [--max-size GIB] [--dry-run]`,
  about:
    "Imports an archive (docs/operations.md) as a new organization. One that was interrupted goes on when it is started again.",
  words: ["FILE"],
  flags: ["--organization", "--name", "--format", "--max-size"],
  switches: ["--dry-run"],
  mayBegin: true,
  records: ["realm.imported"],
  async check({ words, flags }) {
    const [file] = words as [string];
    limitsOf(flags.get("--max-size"));
    await checkFile(file);
    await readerOf(file, checkedFormat(flags.get("--format")));
    subdomainOf(flags.get("--organization"));
  },
  async run({ site, config, words, flags, say }) {
    const [file] = words as [string];
    const isDryRun = flags.has("--dry-run");
    const limits = limitsOf(flags.get("--max-size"));
    const reader = await readerOf(file, checkedFormat(flags.get("--format")));
    const named = subdomainOf(flags.get("--organization"));
    // Only an archive of Parley names a place itself.
    if (!isDryRun && (named !== undefined || reader.format !== "parley")) await checkPlace(site.db.writes, named ?? "");
    const now = new Date(site.clock.now()).toISOString();
    const line = progressLine(site.clock);
    const showing = (what: string) => (share: number) => line.show(`${what}: ${Math.floor(share * 100)} %`);
    try {
      await withImportFolder(site.db.address, config.dataDir, async (folder) => {
        const leftOut = await reader.read({ file, folder, limits, onProgress: showing("Reading") });
        const checked = await checkArchive(await openStaging(folder, limits), now, showing("Checking"));
        const notes = new Map(leftOut);
        add(notes, checked.notes);
        const target = targetOf(checked, flags);
        if (isDryRun) return reportLines(checked, notes).forEach(say);
        const url = urlOf(publicUrl(config, config.port), target.subdomain);
        const { writes, background } = site.db;
        const storage = { sql: background, bucket: config.newFiles === "bucket" ? site.bucket : undefined };
        const loadNotes = new Map<string, number>();
        const note = (what: string) => void loadNotes.set(what, (loadNotes.get(what) ?? 0) + 1);
        const options = { writes, storage, ...target, url, now, note, onProgress: showing("Importing") };
        const wentOn = await loadArchive(checked, options);
        // What the check has found is found again; only what loading alone finds is new.
        for (const [what, count] of loadNotes) if (!checked.notes.has(what)) notes.set(what, count);
        line.end();
        reportLines(checked, notes).forEach(say);
        say(wentOn ? `The import that was interrupted is done: ${url}` : `Imported: ${url}`);
      });
    } finally {
      line.end();
    }
  },
};

function add(notes: Map<string, number>, more: LeftOut): void {
  for (const [what, count] of more) notes.set(what, (notes.get(what) ?? 0) + count);
}

async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw new ConfigError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  });
  if (!found.isFile()) throw new ConfigError(`${file} is not a file.`);
}

function checkedFormat(format: string | undefined): string | undefined {
  if (format === undefined || FORMATS.includes(format)) return format;
  throw new ConfigError(`--format must be one of ${FORMATS.join(", ")}.`);
}

function limitsOf(size: string | undefined): ArchiveLimits {
  if (size === undefined) return DEFAULT_LIMITS;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(size) || Number(size) === 0) {
    throw new ConfigError("--max-size is the largest size of an unpacked archive in GiB, such as 200.");
  }
  return { ...DEFAULT_LIMITS, mostBytes: Math.floor(Number(size) * GIB) };
}

const subdomainOf = (flag: string | undefined): string | undefined =>
  flag === undefined || flag === "" ? flag : checkedSubdomain(flag.toLowerCase());

/** The subdomain and the name of the new organization: those of the flags, or else the archive's. */
function targetOf({ organization }: CheckedArchive, flags: ReadonlyMap<string, string>) {
  return {
    subdomain: subdomainOf(flags.get("--organization") ?? organization.subdomain) ?? "",
    name: organizationName.decode("--name", flags.get("--name") ?? organization.name),
  };
}

const number = (count: number): string => count.toLocaleString("en").padStart(12);

/** What is in an archive, table by table, and what does not come along as it is. */
function reportLines({ archive, organization, reactions }: CheckedArchive, notes: LeftOut): string[] {
  const tables = TABLE_NAMES.filter((name) => archive.counts[name] > 0 && name !== "organization");
  const left = [...notes].filter(([, count]) => count > 0);
  return [
    `Organization  ${organization.name}`,
    ...tables.map((name) => `${number(archive.counts[name])}  ${name.replaceAll("_", " ")}`),
    ...(reactions > 0 ? [`${number(reactions)}  reactions`] : []),
    ...(left.length > 0 ? ["Left out or changed:"] : []),
    ...left.map(([what, count]) => `${number(count)}  ${what}`),
  ];
}
