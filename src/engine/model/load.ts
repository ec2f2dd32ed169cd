import type { ReadSql, ReadPool } from "#engine/db/database.ts";
import { readHead } from "#engine/db/head.ts";
import { compactUser } from "./compact-user.ts";
import { putSubscriptions, readSubscriptions } from "./load-subscriptions.ts";
import { emptyModel, type MutableModel } from "./model.ts";
import {
  addTo,
  putApiKey,
  putChannel,
  putConversation,
  putEmoji,
  putGroup,
  putProfileFields,
  putProfileValue,
  putUser,
} from "./mutations.ts";
import type {
  ApiKey,
  Bot,
  BotService,
  Channel,
  ChannelFolder,
  DefaultChannelGroup,
  CustomEmoji,
  DirectConversation,
  IdentityProvider,
  Linkifier,
  Playground,
  ProfileField,
  RealmRecord,
  ScimToken,
  Session,
  User,
  UserGroup,
} from "./records.ts";

const SNAPSHOT = "isolation level repeatable read read only";

/**
 * Reads an organization into memory, together with the head that it belongs to. The subscriptions, which take as long as
 * all the rest, are read beside it in a snapshot of their own. If the organization has changed between the two, it is
 * read again, in one.
 */
export async function loadModel(
  sql: ReadPool,
  realmId: number,
  host: string,
  usesGravatar: boolean = false,
): Promise<MutableModel> {
  const [model, { position, subscriptions }] = await Promise.all([
    sql.begin(SNAPSHOT, (tx) => readAllButSubscriptions(tx, realmId, host, usesGravatar)),
    sql.begin(SNAPSHOT, async (tx) => ({
      position: await readHead(tx, realmId),
      subscriptions: await readSubscriptions(tx, realmId),
    })),
  ]);
  if (await hasChanged(sql, realmId, model.position, position))
    return sql.begin(SNAPSHOT, (tx) => readModel(tx, realmId, host, usesGravatar));
  putSubscriptions(model, subscriptions);
  return model;
}

/** Reads it inside of a snapshot that somebody else has begun. */
export async function readModel(
  tx: ReadSql,
  realmId: number,
  host: string,
  usesGravatar: boolean = false,
): Promise<MutableModel> {
  const model = await readAllButSubscriptions(tx, realmId, host, usesGravatar);
  putSubscriptions(model, await readSubscriptions(tx, realmId));
  return model;
}

/** Whether the model is another one at the second position, or the log does not tell. Messages do not change it. */
async function hasChanged(sql: ReadPool, realmId: number, one: number, other: number): Promise<boolean> {
  if (one === other) return false;
  const [row] = await sql<{ others: number }[]>`
    select count(*) filter (where change is null) as others from event_log
    where realm_id = ${realmId} and position > ${Math.min(one, other)} and position <= ${Math.max(one, other)}`;
  return row?.others !== Math.abs(one - other);
}

async function readAllButSubscriptions(
  tx: ReadSql,
  realmId: number,
  host: string,
  usesGravatar: boolean,
): Promise<MutableModel> {
  const position = await readHead(tx, realmId);
  const [realm] = await tx<RealmRecord[]>`
    select id, subdomain, name, extract(epoch from created_at)::int8 as created_at, deactivated,
           guest_queues_ended_at, settings
    from realm where id = ${realmId}`;
  if (realm === undefined) throw new Error(`there is no organization ${realmId}`);
  const model = emptyModel({ ...realm }, host, position, usesGravatar);
  const timezones = new Map<string, string>();
  await readUsers(tx, realmId, (row) => putUser(model, compactUser(row, timezones)));
  for (const { id, name } of await tx<{ id: number; name: string }[]>`
    select id, name from system_bot where realm_id = ${realmId} order by id`) {
    model.systemBots.set(id, name);
  }
  for (const session of await tx<Session[]>`
    select id, hash, user_id, is_persistent, provider, extract(epoch from ends_at)::int8 as ends_at
    from browser_session where realm_id = ${realmId} order by id`) {
    model.sessions.set(session.hash, { ...session });
  }
  model.providers = await copies(tx<IdentityProvider[]>`
    select id, kind, slug, settings from identity_provider where realm_id = ${realmId} order by id`);
  model.scimTokens = await copies(tx<ScimToken[]>`
    select id, hash, extract(epoch from expires_at)::int8 as expires_at
    from scim_token where realm_id = ${realmId} order by id`);
  for (const key of await tx<ApiKey[]>`
    select id, hash, user_id, scopes, channel_ids, extract(epoch from expires_at)::int8 as expires_at, is_oauth
    from api_key where realm_id = ${realmId} order by id`) {
    putApiKey(model, { ...key });
  }
  for (const { userId } of await tx<{ userId: number }[]>`
    select user_id from two_step where realm_id = ${realmId} and confirmed_at is not null order by user_id`) {
    model.twoStep.add(userId);
  }
  for (const group of await tx<UserGroup[]>`
    select id, name, description, is_system, is_managed, creator_id,
           extract(epoch from created_at)::int8 as created_at, deactivated, settings,
           array(select user_id from user_group_member m
                 where m.realm_id = g.realm_id and m.group_id = g.id order by user_id) as members,
           array(select subgroup_id from user_group_subgroup s
                 where s.realm_id = g.realm_id and s.group_id = g.id order by subgroup_id) as subgroups
    from user_group g where realm_id = ${realmId} order by id`) {
    putGroup(model, { ...group });
  }
  putProfileFields(
    model,
    await copies(tx<ProfileField[]>`
      select id, name, hint, type, field_data, position, display_in_profile_summary, required, editable_by_user
      from custom_profile_field where realm_id = ${realmId} order by position, id`),
  );
  for (const row of await tx<{ userId: number; fieldId: number; value: string; renderedValue: string | null }[]>`
    select user_id, field_id, value, rendered_value from custom_profile_value where realm_id = ${realmId}`) {
    const { userId, fieldId, value, renderedValue } = row;
    putProfileValue(model, userId, String(fieldId), {
      value,
      ...(renderedValue !== null && { rendered_value: renderedValue }),
    });
  }
  for (const bot of await loadBots(tx, realmId)) model.bots.set(bot.id, bot);
  model.domains = (
    await tx<{ domain: string; allowSubdomains: boolean }[]>`
      select domain, allow_subdomains from realm_domain where realm_id = ${realmId} order by domain collate "C"`
  ).map(({ domain, allowSubdomains }) => ({ domain, allow_subdomains: allowSubdomains }));
  model.linkifiers = (
    await tx<LinkifierRow[]>`
      select id, pattern, url_template from linkifier where realm_id = ${realmId} order by position, id`
  ).map(({ id, pattern, urlTemplate }) => ({ id, pattern, url_template: urlTemplate }));
  model.playgrounds = (
    await tx<PlaygroundRow[]>`
      select id, name, pygments_language, url_template from playground where realm_id = ${realmId} order by id`
  ).map(({ id, name, pygmentsLanguage, urlTemplate }) => ({
    id,
    name,
    pygments_language: pygmentsLanguage,
    url_template: urlTemplate,
  }));
  for (const emoji of await tx<CustomEmoji[]>`
    select id, name, source_url, still_url, deactivated, author_id from custom_emoji
    where realm_id = ${realmId} order by id`) {
    putEmoji(model, { ...emoji });
  }
  for (const channel of await tx<Channel[]>`
    select id, name, description, rendered_description, extract(epoch from created_at)::int8 as created_at,
           creator_id, invite_only, is_web_public, history_public_to_subscribers, is_archived, is_default,
           message_retention_days, topics_policy, first_message_id, folder_id, is_recently_active, weekly_traffic,
           settings,
           array(select group_id from channel_group l
                 where l.realm_id = c.realm_id and l.channel_id = c.id order by group_id) as subscribed_groups
    from channel c where realm_id = ${realmId} order by id`) {
    putChannel(model, { ...channel });
  }
  model.folders = await copies(tx<ChannelFolder[]>`
    select id, name, description, rendered_description, position, creator_id,
           extract(epoch from created_at)::int8 as created_at, is_archived
    from channel_folder where realm_id = ${realmId} order by id`);
  model.defaultGroups = await copies(tx<DefaultChannelGroup[]>`
    select id, name, description, channel_ids from default_channel_group where realm_id = ${realmId} order by id`);
  for (const { userId, channelId } of await tx<{ userId: number; channelId: number }[]>`
    select user_id, channel_id from subscription where realm_id = ${realmId} and is_muted`) {
    addTo(model.mutedChannels, userId, channelId);
  }
  for (const conversation of await tx<DirectConversation[]>`
    select id, user_ids from direct_conversation where realm_id = ${realmId} order by id`) {
    putConversation(model, { ...conversation });
  }
  const words = await tx<{ userId: number; words: string[] }[]>`
    select user_id, words from alert_words where realm_id = ${realmId} and words <> '{}' order by user_id`;
  model.alertWords = new Map(words.map((row) => [row.userId, row.words]));
  for (const muted of await tx<{ userId: number; mutedId: number }[]>`
    select user_id, muted_user_id as muted_id from muted_user where realm_id = ${realmId}`) {
    addTo(model.mutersOf, muted.mutedId, muted.userId);
  }
  return model;
}

/** Each row is used at once: to keep 100,000 of them until the last has come makes the garbage collector copy them. */
async function readUsers(tx: ReadSql, realmId: number, use: (row: User) => void): Promise<void> {
  await tx<User[]>`
    select id, email, full_name, role, bot_type, bot_owner_id, is_active, is_provisional,
           extract(epoch from date_joined)::int8 as date_joined, timezone, avatar_source, avatar_version, avatar_hash,
           email_visibility, key_generation, queues_ended_at, can_create_users, can_change_user_emails, settings
    from account where realm_id = ${realmId} order by id`.forEach(use);
}

/** Copies rows, whose list also has their number. */
async function copies<Row extends object>(rows: Promise<readonly Row[]>): Promise<Row[]> {
  return (await rows).map((row) => ({ ...row }));
}

interface LinkifierRow extends Pick<Linkifier, "id" | "pattern"> {
  readonly urlTemplate: string;
}

interface PlaygroundRow extends Pick<Playground, "id" | "name"> {
  readonly pygmentsLanguage: string;
  readonly urlTemplate: string;
}

interface BotRow extends Omit<Bot, "service">, BotService {
  readonly hasService: boolean;
}

async function loadBots(sql: ReadSql, realmId: number): Promise<Bot[]> {
  const rows = await sql<BotRow[]>`
    select d.bot_id as id, d.default_sending_stream, d.default_events_register_stream, d.default_all_public_streams,
           d.webhook_secret, s.bot_id is not null as has_service, s.base_url, s.interface, s.name, s.config
    from bot_default d left join bot_service s on s.realm_id = d.realm_id and s.bot_id = d.bot_id
    where d.realm_id = ${realmId} order by d.bot_id`;
  return rows.map((row) => ({
    id: row.id,
    defaultSendingStream: row.defaultSendingStream,
    defaultEventsRegisterStream: row.defaultEventsRegisterStream,
    defaultAllPublicStreams: row.defaultAllPublicStreams,
    service: row.hasService
      ? { baseUrl: row.baseUrl, interface: row.interface, name: row.name, config: row.config }
      : null,
    webhookSecret: row.webhookSecret,
  }));
}
