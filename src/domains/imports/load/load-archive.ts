/**
 * Loads a checked archive into a new organization. Nobody sees it before it is whole: no server knows an organization
 * without a head, and the last transaction adds that. Everything before is committed in batches, each with a note of how
 * far the import is, so that an import that was interrupted goes on there. One that fails removes what it has stored.
 */
import { onlyUrl } from "#engine/runtime/own-urls.ts";
import { ConfigError } from "#config/config.ts";
import { unavailability } from "#engine/db/failure.ts";
import type { WriterPool } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import { readModel } from "#engine/model/load.ts";
import { isAllowedHtml } from "#markup/allowed-html.ts";
import { renderMessage } from "#markup/render.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import type { FileStorage } from "#domains/files/storage/storage.ts";
import type { CheckedArchive } from "../check/check-archive.ts";
import type { CheckContext } from "../check/rows-to-store.ts";
import { checkedRows } from "../check/tables.ts";
import { firstRow } from "../staging/read-staging.ts";
import { finish } from "./finish.ts";
import { gathered, insertRows } from "./insert-rows.ts";
import { loadUploads } from "./load-files.ts";
import { loadMessages } from "./load-messages.ts";
import { loadPictures } from "./load-pictures.ts";
import { commitBatch, type Loading } from "./loading.ts";
import { rowBatches, insertFirstTables } from "./organization-tables.ts";
import { insertHidden, organizationAt, removeHidden } from "./queries.ts";

export interface LoadOptions {
  readonly writes: WriterPool;
  readonly storage: FileStorage;
  readonly subdomain: string;
  readonly name: string;
  readonly url: string;
  readonly now: string;
  /** Counts what is left out or changed while it is loaded. */
  readonly note: (what: string) => void;
  /** How much was loaded, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The steps after the first one, in order. Each continues after what was done of it before. */
const STEPS: readonly (readonly [name: string, load: (loading: Loading, done: number) => Promise<void>])[] = [
  ["uploads", loadUploads],
  ["messages", loadMessages],
  ["read_state", loadReadState],
  ["pictures", loadPictures],
];

/** Refuses a place that another organization has. One whose import was interrupted may go on, or makes way. */
export async function checkPlace(writes: WriterPool, subdomain: string) {
  const found = await organizationAt(writes, subdomain);
  if (found !== undefined && found.unfinished === undefined) throw subdomainTaken(subdomain);
  return found;
}

/** Returns whether an import that was interrupted went on. The caller sees to it that no other import runs. */
export async function loadArchive(checked: CheckedArchive, options: LoadOptions): Promise<boolean> {
  const { writes, subdomain } = options;
  const found = await checkPlace(writes, subdomain);
  const isSame = found?.unfinished?.digest === checked.archive.digest;
  if (found !== undefined && !isSame) await removeHidden(options, found.realmId);
  const total = Object.values(checked.archive.counts).reduce((sum, count) => sum + count, 1);
  let loaded = 0;
  const onProgress = (count: number) => options.onProgress(Math.min(1, (loaded += count) / total));
  const context = contextOf(checked, options);
  const begun = isSame ? found?.unfinished : undefined;
  const realmId = begun?.realmId ?? (await begin(checked, options, context, onProgress));
  try {
    const model = await readHiddenModel(writes, realmId, new URL(options.url).host);
    const { storage, url } = options;
    const rendering = { ...context, rendered: renderer(model, url) };
    await goThrough({ writes, storage, realmId, checked, context: rendering, model, url, onProgress }, begun);
  } catch (error) {
    // If this fails, too, what is left stays hidden until the next import into this place.
    if (unavailability(error) === undefined) await removeHidden(options, realmId).catch(() => {});
    throw error;
  }
  return begun !== undefined;
}

export const subdomainTaken = (subdomain: string): ConfigError =>
  new ConfigError(
    subdomain === ""
      ? "There is an organization already: name a subdomain for the new one with --organization."
      : `There is an organization ${subdomain} already: name another subdomain with --organization.`,
  );

async function goThrough(loading: Loading, begun: { step: string; done: number } | undefined): Promise<void> {
  const first = Math.max(
    0,
    STEPS.findIndex(([name]) => name === begun?.step),
  );
  for (const [index, [, load]] of STEPS.entries()) {
    if (index >= first) await load(loading, index === first ? (begun?.done ?? 0) : 0);
  }
  await finish(loading);
}

const contextOf = ({ known, remindable }: CheckedArchive, { now, note }: LoadOptions): CheckContext => ({
  known,
  now,
  note,
  remindable: new Set(remindable),
  rendered: (_sender, _content, given) => given ?? "",
});

const renderer =
  (model: Model, url: string): CheckContext["rendered"] =>
  (senderId, content, given) =>
    given !== undefined && isAllowedHtml(given)
      ? given
      : renderMessage(content, { model, own: onlyUrl(() => url), sender: anyUser(model, senderId) }).html;

/** One transaction for the organization and what its model has. */
async function begin(
  { archive }: CheckedArchive,
  options: LoadOptions,
  context: CheckContext,
  onProgress: (count: number) => void,
): Promise<number> {
  const first = await firstRow(checkedRows(archive, context, "organization"));
  const [row] = (first as unknown as { realm: readonly { created_at: string; settings: unknown }[] }).realm;
  return options.writes.begin(async (tx) => {
    const realmId = await insertHidden(tx, {
      subdomain: options.subdomain,
      name: options.name,
      createdAt: row?.created_at ?? options.now,
      settings: JSON.stringify(row?.settings ?? {}),
      digest: archive.digest,
      firstStep: STEPS[0]?.[0] ?? "",
    });
    await insertFirstTables(tx, realmId, archive, context, onProgress);
    return realmId;
  });
}

class NotToBeStored extends Error {}

/** The model, by a head that is never committed. */
async function readHiddenModel(writes: WriterPool, realmId: number, host: string): Promise<Model> {
  let model: Model | undefined;
  await writes
    .begin(async (tx) => {
      await tx`insert into realm_head (realm_id) values (${realmId})`;
      model = await readModel(tx, realmId, host);
      throw new NotToBeStored();
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotToBeStored)) throw error;
    });
  return model as unknown as Model;
}

async function loadReadState(loading: Loading, done: number): Promise<void> {
  let number = 0;
  for await (const batch of rowBatches(checkedRows(loading.checked.archive, loading.context, "read_state"), 1000)) {
    number += batch.length;
    const rows = gathered(batch.slice(Math.max(0, batch.length - (number - done))));
    if (number <= done) continue;
    await commitBatch(loading, "read_state", number, batch.length, (tx) => insertRows(tx, loading.realmId, rows));
  }
}
