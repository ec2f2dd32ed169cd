import type { LiveRealm } from "../../live/realm.ts";
import { pageOf, type Range, readRange, readUnreadRange } from "../../messages/fetch.ts";
import { planSearches } from "../../messages/narrow/search.ts";
import type { Term } from "../../messages/narrow/terms.ts";
import type { User } from "../../model/records.ts";
import { type FlagChange, flagMessages, type FlagResult, markRead } from "./update-flags.ts";

export interface NarrowResult extends FlagResult {
  /** All messages of the range, ascending. */
  readonly messageIds: number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Changes a flag of the messages of a narrow around an anchor. */
export async function flagNarrow(
  realm: LiveRealm,
  actor: User,
  terms: readonly Term[],
  range: Omit<Range, "wanted">,
  change: FlagChange,
): Promise<NarrowResult> {
  const searches = await planSearches(realm, terms);
  return realm.write(actor, async (tx, reader) => {
    const context = { sql: tx.sql, model: tx.model, reader, searches };
    if (change.flag === "read" && change.op === "add") {
      const { ids, unread, ...ends } = await readUnreadRange(context, terms, { ...range, wanted: "state" });
      return { ...(await markRead(tx, reader, unread)), messageIds: ids, ...ends };
    }
    const page = pageOf(context, await readRange(context, terms, { ...range, wanted: "state" }));
    const done = await flagMessages(tx, reader, page.messages, change);
    const messageIds = page.messages.map(({ id }) => id);
    return { ...done, messageIds, foundOldest: page.foundOldest, foundNewest: page.foundNewest };
  });
}
