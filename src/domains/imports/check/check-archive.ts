import { BadArchive } from "../bad-archive.ts";
import type { LeftOut } from "../reader.ts";
import { firstRow, type StagedArchive } from "../staging/read-staging.ts";
import { type Known, readKnown } from "./known.ts";
import { checkMessages } from "./messages.ts";
import type { CheckContext } from "./rows-to-store.ts";
import { CHECKS, type CheckedTable, checkedRows } from "./tables.ts";

export interface CheckedArchive {
  readonly archive: StagedArchive;
  readonly known: Known;
  readonly organization: { readonly name: string; readonly subdomain: string | undefined };
  /** What is left out or changed. */
  readonly notes: LeftOut;
  readonly remindable: ReadonlySet<number>;
  /** They are in the rows of their messages. */
  readonly reactions: number;
}

/** Reads all of an archive and refuses what does not fit together, before anything is stored. */
export async function checkArchive(
  archive: StagedArchive,
  now: string,
  onProgress: (share: number) => void,
): Promise<CheckedArchive> {
  if (archive.counts.organization === 0)
    throw new BadArchive("tables/organization-000001.jsonl: there is no organization.");
  const known = await readKnown(archive);
  const notes = new Map<string, number>();
  for (const [table, count] of archive.unknownTables) {
    notes.set(`rows of the table ${JSON.stringify(table).slice(0, 60)}, which this version does not know`, count);
  }
  const context: CheckContext = {
    known,
    now,
    note: (what) => void notes.set(what, (notes.get(what) ?? 0) + 1),
    remindable: new Set(),
    // Nothing is rendered to find out whether it can be.
    rendered: () => "",
  };
  const total = Object.values(archive.counts).reduce((sum, count) => sum + count, 1);
  let done = 0;
  const checked = () => onProgress((done += 1) / total);
  const check = checkMessages(context);
  let reactions = 0;
  for await (const { row, file, line } of archive.rows("messages")) {
    reactions += check(row, { file, line }).reactions.length;
    checked();
  }
  for (const table of Object.keys(CHECKS) as CheckedTable[]) {
    const rows = checkedRows(archive, context, table);
    while ((await rows.next()).done !== true) checked();
  }
  const value = await firstRow(archive.rows("organization"));
  const { name, subdomain } = (value as { row: { name: string; subdomain?: string } }).row;
  return { archive, known, organization: { name, subdomain }, notes, remindable: context.remindable, reactions };
}
