import { isTrueAt, type Json, numberAt, textAt, valueAt } from "../common/json.ts";
import type { Staging } from "../staging/staging.ts";
import type { ZulipChannels } from "./channels.ts";
import type { MessageIds } from "./messages/message-ids.ts";
import type { ZulipPeople } from "./people.ts";
import { idAt, type ZulipTables } from "./tables.ts";

/** Types of entries in the server's log of changes. */
const [SUBSCRIBED_FIRST, SUBSCRIBED_AGAIN, UNSUBSCRIBED] = [301, 302, 303];

/** Subscriptions, with the messages that each user has received by them: what was sent while they were subscribed. */
export async function stageSubscriptions(
  staging: Staging,
  tables: ZulipTables,
  { people, channels, ids }: { people: ZulipPeople; channels: ZulipChannels; ids: MessageIds },
): Promise<void> {
  const places = new Map(
    tables
      .rows("zerver_recipient")
      .filter((row) => numberAt(row, "type") === 2)
      .map((row) => [idAt(row, "id"), idAt(row, "type_id")]),
  );
  const changes = Map.groupBy(
    tables.rows("zerver_realmauditlog").filter((row) => {
      const type = numberAt(row, "event_type");
      return type === SUBSCRIBED_FIRST || type === SUBSCRIBED_AGAIN || type === UNSUBSCRIBED;
    }),
    (row) => `${idAt(row, "modified_user")} ${idAt(row, "modified_stream")}`,
  );
  const seen = new Set<string>();
  for (const row of tables.rows("zerver_subscription")) {
    const [user_id, channel_id] = [idAt(row, "user_profile"), places.get(idAt(row, "recipient")) ?? 0];
    const key = `${user_id} ${channel_id}`;
    if (!channels.has(channel_id) || !people.isUser(user_id) || seen.has(key)) continue;
    seen.add(key);
    const isDormant = isTrueAt(row, "active") && !people.isActive(user_id);
    const isOpen = isTrueAt(row, "active") && !isDormant;
    const color = textAt(row, "color").toLowerCase();
    await staging.row("subscriptions", {
      user_id,
      channel_id,
      is_dormant: isDormant,
      received: receivedBy(changes.get(key) ?? [], isOpen, isTrueAt(row, "active"), ids),
      ...(/^#[0-9a-f]{6}$/.test(color) && { color }),
      is_muted: isTrueAt(row, "is_muted"),
      pin_to_top: isTrueAt(row, "pin_to_top"),
      desktop_notifications: choiceAt(row, "desktop_notifications"),
      audible_notifications: choiceAt(row, "audible_notifications"),
      push_notifications: choiceAt(row, "push_notifications"),
      email_notifications: choiceAt(row, "email_notifications"),
      wildcard_mentions_notify: choiceAt(row, "wildcard_mentions_notify"),
    });
  }
}

const choiceAt = (row: Json, key: string): boolean | null => {
  const value = valueAt(row, key);
  return typeof value === "boolean" ? value : null;
};

/** The ranges of messages between coming and leaving. Each entry names the last message before it. */
function receivedBy(changes: readonly Json[], isOpen: boolean, wasThere: boolean, ids: MessageIds): string {
  const end = ids.count() + 1;
  const ranges: [from: number, until: number][] = [];
  let since: number | undefined;
  for (const change of changes.toSorted((a, b) => idAt(a, "id") - idAt(b, "id"))) {
    const at = ids.upTo(idAt(change, "event_last_message_id")) + 1;
    if (numberAt(change, "event_type") !== UNSUBSCRIBED) since ??= at;
    else if (since !== undefined) {
      ranges.push([since, at]);
      since = undefined;
    }
  }
  // Nothing tells since when: they have it all.
  if (changes.length === 0 && wasThere) since = 1;
  if (since !== undefined || isOpen)
    ranges.push([since ?? ranges.at(-1)?.[1] ?? 1, isOpen ? Number.POSITIVE_INFINITY : end]);
  const apart: [from: number, until: number][] = [];
  for (const [from, until] of ranges) {
    const last = apart.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until);
    else if (until > from) apart.push([from, until]);
  }
  return `{${apart.map(([from, until]) => `[${from},${until === Number.POSITIVE_INFINITY ? "" : until})`).join(",")}}`;
}
