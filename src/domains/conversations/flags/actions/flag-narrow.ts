import type { Tx } from "#engine/writer/tx.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { type ReadableMessage, readableMessages } from "#domains/conversations/access.ts";
import { pageOf, readRangeStates } from "#domains/conversations/read/fetch.ts";
import type { AnchorRange } from "#domains/conversations/read/plans/range.ts";
import { openNarrow } from "#domains/conversations/read/narrow/open-narrow.ts";
import type { Term } from "#domains/conversations/read/narrow/terms.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { readUnreadRange, unreadAfter } from "#domains/conversations/read/unread/unread-range.ts";
import type { User } from "#engine/model/records.ts";
import { performRead, planRead, planReadOf, type ReadPlan } from "../ranges/plan-read.ts";
import { type FlagChange, flagMessages, type FlagResult } from "./update-flags.ts";

export interface NarrowResult extends FlagResult {
  /** All messages of the range, ascending. */
  readonly messageIds: number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/**
 * Changes a flag of the messages of a narrow around an anchor. The lookup of a narrow can be expensive, so it is done
 * before the write, which would block others. Messages that became unreadable since then are left out.
 */
export async function flagNarrow(
  realm: RealmRuntime,
  actor: User,
  terms: readonly Term[],
  range: AnchorRange,
  change: FlagChange,
): Promise<NarrowResult> {
  const { found, concerned, plan, foundOldest, foundNewest } = await lookUp(realm, actor, terms, range, change);
  return realm.write(actor, async (tx, reader) => {
    if (plan !== undefined && performRead(tx, reader, plan)) {
      return { changed: plan.ids, ignoredChannels: [], messageIds: [...found], foundOldest, foundNewest };
    }
    const messages = await stillReadable(tx, reader, concerned);
    const readable = new Set(messages.map(({ id }) => id));
    const gone = new Set(concerned.filter((id) => !readable.has(id)));
    const done = await flagMessages(tx, reader, messages, change);
    return { ...done, messageIds: found.filter((id) => !gone.has(id)), foundOldest, foundNewest };
  });
}

interface LookedUp extends Pick<NarrowResult, "foundOldest" | "foundNewest"> {
  /** All messages of the narrow, ascending; `concerned` are those whose flag may change. */
  readonly found: readonly number[];
  readonly concerned: readonly number[];
  readonly plan?: ReadPlan;
}

async function lookUp(
  realm: RealmRuntime,
  reader: User,
  terms: readonly Term[],
  range: AnchorRange,
  change: FlagChange,
): Promise<LookedUp> {
  const { position } = realm.model;
  const context = await openNarrow(realm, reader, terms);
  if (change.flag === "read" && change.op === "add") {
    const later = unreadAfter(context, terms, range);
    if (later !== undefined) {
      const plan = await planReadOf(realm, reader, later, { most: range.numAfter, position });
      const ends = { foundOldest: range.anchor === "oldest", foundNewest: plan.ids.length < range.numAfter };
      return { found: plan.ids, concerned: plan.ids, plan, ...ends };
    }
    const { ids, unread, ends } = await readUnreadRange(context, terms, range);
    const plan = await planRead(realm, reader, unread, position);
    return { found: ids, concerned: plan.ids, plan, foundOldest: ends.foundOldest, foundNewest: ends.foundNewest };
  }
  const read = await readRangeStates(context, terms, range);
  await realm.reached(read.rows.at(0)?.position ?? 0);
  const { messages, foundOldest, foundNewest } = pageOf(context, read);
  const ids = messages.map(({ id }) => id);
  return { found: ids, concerned: ids, foundOldest, foundNewest };
}

async function stillReadable(tx: Tx, reader: User, ids: readonly number[]): Promise<ReadableMessage[]> {
  if (ids.length === 0) return [];
  const { rows } = await messagesById(tx.sql, tx.realmId, reader.id, ids, "state");
  return readableMessages(tx.model, reader, rows);
}
