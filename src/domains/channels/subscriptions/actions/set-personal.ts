import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { channelInUse } from "#domains/records/channels/access.ts";
import { isColor } from "#domains/records/channels/colors.ts";
import { storePersonal } from "#domains/records/channels/queries.ts";
import { subscriptionUpdated } from "#domains/records/channels/events.ts";

export interface PersonalChange {
  readonly channelId: number;
  readonly property: string;
  readonly value: boolean | string;
}

const FLAGS: ReadonlySet<string> = new Set([
  "is_muted",
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
]);

/** Changes a user's own settings of channels. The two older properties for muting are opposites of one setting. */
export async function setPersonal(tx: Tx, user: User, changes: readonly PersonalChange[]): Promise<void> {
  const checked = changes.map((change) => checkedChange(tx, user, change));
  for (const { channelId, property, value } of checked) {
    await storePersonal(tx.sql, tx.realmId, user.id, channelId, property, value);
    if (property === "is_muted") {
      tx.change({ kind: "channel_muted", userId: user.id, channelId, isMuted: value === true });
      emit(tx, user, channelId, "in_home_view", value !== true);
    }
    emit(tx, user, channelId, property, value);
  }
}

function checkedChange(tx: Tx, user: User, { channelId, property, value }: PersonalChange): PersonalChange {
  const channel = channelInUse(tx.model, user, channelId);
  if (!isSubscribed(tx.model, user, channel)) throw badRequest(`Not subscribed to channel ID ${channelId}`);
  if (property === "color") {
    if (typeof value !== "string" || !isColor(value)) throw badRequest("color is not a valid hex color code");
    return { channelId, property, value };
  }
  if (property !== "in_home_view" && !FLAGS.has(property))
    throw badRequest(`Unknown subscription property: ${property}`);
  if (typeof value !== "boolean") throw badRequest(`${property} is not a boolean`);
  return property === "in_home_view"
    ? { channelId, property: "is_muted", value: !value }
    : { channelId, property, value };
}

function emit(tx: Tx, user: User, channelId: number, property: string, value: boolean | string): void {
  tx.emit(subscriptionUpdated, { stream_id: channelId, property, value }, { to: "users", ids: [user.id] });
}
