import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { Channel } from "#engine/model/records.ts";
import { PALETTE, type UsedColors } from "./colors.ts";
import type { PersonalSettings } from "./present.ts";
import { caseless } from "#platform/characters.ts";

export async function insertChannel(sql: TxSql, realmId: number, channel: Channel): Promise<void> {
  await sql`
    insert into channel (realm_id, id, name, name_key, description, rendered_description, created_at, creator_id, invite_only,
                         is_web_public, history_public_to_subscribers, is_default, message_retention_days,
                         topics_policy, folder_id, settings)
    values (${realmId}, ${channel.id}, ${channel.name}, ${caseless(channel.name)}, ${channel.description}, ${channel.renderedDescription},
            to_timestamp(${channel.createdAt}), ${channel.creatorId}, ${channel.inviteOnly}, ${channel.isWebPublic},
            ${channel.historyPublicToSubscribers}, ${channel.isDefault}, ${channel.messageRetentionDays},
            ${channel.topicsPolicy}, ${channel.folderId}, ${asJson(sql, channel.settings)})`;
}

const asJson = (sql: ReadSql, settings: Channel["settings"]) => sql.json(JSON.parse(JSON.stringify(settings)));

/**
 * Stores every field of a channel that users can change. The folded key changes only with the name, because under a newer
 * Unicode version the name could fold to a key that is taken.
 */
export async function storeChannel(sql: TxSql, realmId: number, channel: Channel): Promise<void> {
  await sql`
    update channel
    set name_key = case when name = ${channel.name} then name_key else ${caseless(channel.name)} end,
        name = ${channel.name}, description = ${channel.description},
        rendered_description = ${channel.renderedDescription}, invite_only = ${channel.inviteOnly},
        is_web_public = ${channel.isWebPublic}, history_public_to_subscribers = ${channel.historyPublicToSubscribers},
        is_archived = ${channel.isArchived}, is_default = ${channel.isDefault},
        message_retention_days = ${channel.messageRetentionDays}, topics_policy = ${channel.topicsPolicy},
        folder_id = ${channel.folderId}, settings = ${asJson(sql, channel.settings)}
    where realm_id = ${realmId} and id = ${channel.id}`;
}

export interface NewSubscription {
  readonly userId: number;
  readonly channelId: number;
  /** Used only for a user who was never subscribed: a former subscriber keeps the old settings. */
  readonly color: string;
}

/**
 * Subscribes any number of users from a message ID on, in one statement. Returns the settings of former subscribers,
 * which differ from the new ones.
 */
export async function insertSubscriptions(
  sql: TxSql,
  realmId: number,
  from: number,
  subscriptions: readonly NewSubscription[],
  viaGroup: boolean,
): Promise<(PersonalSettings & { userId: number })[]> {
  return sql<(PersonalSettings & { userId: number })[]>`
    with wanted as (
      select * from unnest(
        ${subscriptions.map(({ userId }) => userId)}::int8[],
        ${subscriptions.map(({ channelId }) => channelId)}::int8[],
        ${subscriptions.map(({ color }) => color)}::text[]
      ) as wanted (user_id, channel_id, color)
    ), made as (
      insert into subscription (realm_id, user_id, channel_id, received, color, via_group)
      select ${realmId}, user_id, channel_id, int8multirange(int8range(${from}, null)), color, ${viaGroup}::boolean
      from wanted
      on conflict (realm_id, user_id, channel_id) do update
      set received = subscription.received + excluded.received, via_group = excluded.via_group
      returning user_id, channel_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
                push_notifications, email_notifications, wildcard_mentions_notify
    )
    select made.* from made left join wanted using (user_id, channel_id, color)
    where wanted.color is null or is_muted or pin_to_top
      or num_nonnulls(desktop_notifications, audible_notifications, push_notifications, email_notifications,
                      wildcard_mentions_notify) > 0`;
}

/**
 * Ends subscriptions before a message ID. The rows stay, with their settings. The users are compared with `= any`,
 * because a join compared 10,000 of them with each other as long as the planner had no statistics.
 */
export async function closeSubscriptions(
  sql: TxSql,
  realmId: number,
  until: number,
  channelId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    update subscription set received = received - int8multirange(int8range(${until}, null)), via_group = false
    where realm_id = ${realmId} and channel_id = ${channelId} and user_id = any(${[...userIds]}::int8[])`;
}

/** Stores one setting of a user's own. The column's name comes from the code, never from the client. */
export async function storePersonal(
  sql: TxSql,
  realmId: number,
  userId: number,
  channelId: number,
  column: string,
  value: boolean | string,
): Promise<void> {
  await sql`
    update subscription set ${sql(column)} = ${value}
    where realm_id = ${realmId} and user_id = ${userId} and channel_id = ${channelId}`;
}

/** Whether a channel has a message under another topic than the empty one. */
export async function hasNamedTopic(sql: ReadSql, realmId: number, channelId: number): Promise<boolean> {
  const rows = await sql`
    select 1 as one from message
    where realm_id = ${realmId} and conversation_id = ${channelId} and not is_direct and topic_key > '' limit 1`;
  return rows.length > 0;
}

/** Whether a channel has subscribers, deactivated ones included. */
export async function hasSubscribers(sql: ReadSql, realmId: number, channelId: number): Promise<boolean> {
  const rows = await sql`
    select 1 as one from subscription
    where realm_id = ${realmId} and channel_id = ${channelId} and (upper_inf(received) or is_dormant) limit 1`;
  return rows.length > 0;
}

/** The own settings of all subscribers of a channel. */
export async function settingsOfSubscribers(
  sql: ReadSql,
  realmId: number,
  channelId: number,
): Promise<(PersonalSettings & { userId: number })[]> {
  return sql<(PersonalSettings & { userId: number })[]>`
    select user_id, channel_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    from subscription where realm_id = ${realmId} and channel_id = ${channelId} and upper_inf(received)`;
}

/** The colors of the palette that each user has used, as bits: arrays for 10,000 users took 500 ms. */
export async function colorsOf(
  sql: ReadSql,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, UsedColors>> {
  const rows = await sql<{ userId: number; used: UsedColors | null }[]>`
    select user_id, bit_or(1 << (array_position(${[...PALETTE]}::text[], color) - 1)) as used from subscription
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::int8[]) group by user_id`;
  return new Map(rows.map(({ userId, used }) => [userId, used ?? 0]));
}

/** The user's settings of every channel of which they are or were a subscriber, and the head at that moment. */
export async function personalSettings(
  sql: ReadSql,
  realmId: number,
  userId: number,
): Promise<{ settings: Map<number, PersonalSettings>; position: number }> {
  const rows = await sql<(PersonalSettings & { position: number })[]>`
    select channel_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications, push_notifications,
           email_notifications, wildcard_mentions_notify,
           (select position from realm_head where realm_id = ${realmId}) as position
    from subscription where realm_id = ${realmId} and user_id = ${userId}`;
  return { settings: new Map(rows.map((row) => [row.channelId, row])), position: rows[0]?.position ?? 0 };
}

/** Ends the user's subscriptions without removing them, and returns the channels. */
export async function suspendAll(sql: TxSql, realmId: number, userId: number, until: number): Promise<number[]> {
  const rows = await sql<{ channelId: number }[]>`
    update subscription
    set received = received - int8multirange(int8range(${until}, null)), is_dormant = true
    where realm_id = ${realmId} and user_id = ${userId} and upper_inf(received)
    returning channel_id`;
  return rows.map(({ channelId }) => channelId);
}

/** Continues the subscriptions that `suspendAll` ended. */
export async function resumeSubscriptions(
  sql: TxSql,
  realmId: number,
  userId: number,
  from: number,
): Promise<number[]> {
  const rows = await sql<{ channelId: number }[]>`
    update subscription
    set received = received + int8multirange(int8range(${from}, null)), is_dormant = false
    where realm_id = ${realmId} and user_id = ${userId} and is_dormant
    returning channel_id`;
  return rows.map(({ channelId }) => channelId);
}
