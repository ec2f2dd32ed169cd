import { isoSeconds } from "#platform/clock.ts";
import { type Channel, ROLES, type User } from "#engine/model/records.ts";
import { maySeeEmail } from "#domains/records/users/access.ts";
import type { ArchiveScope } from "./scope.ts";

type Row = Readonly<Record<string, unknown>>;

/** The tables that the model has, by name. */
export function modelTables(scope: ArchiveScope): Record<string, Iterable<string>> {
  const { model, people, channels, conversations } = scope;
  const rows: Record<string, Iterable<Row>> = {
    organization: [
      {
        name: model.realm.name,
        subdomain: model.realm.subdomain,
        created_at: isoSeconds(model.realm.createdAt),
        settings: organizationSettings(scope),
      },
    ],
    domains: model.domains.map((domain) => ({ ...domain })),
    users: model.users.values().map((user) => userRow(scope, user)),
    system_bots: model.systemBots.entries().map(([id, name]) => ({ id, name })),
    profile_fields: model.profileFields.map((field) => snake({ ...field })),
    profile_values: profileValues(scope),
    user_groups: model.groups.values().map(({ createdAt, ...group }) => ({
      ...snake(group),
      created_at: createdAt === null ? null : isoSeconds(createdAt),
    })),
    channel_folders: model.folders.map(({ createdAt, ...folder }) => ({
      ...snake(folder),
      created_at: isoSeconds(createdAt),
    })),
    channels: filtered(model.channels.values(), ({ id }) => channels.has(id)).map(channelRow),
    default_channel_groups: model.defaultGroups.map(({ channelIds, ...group }) => ({
      ...snake(group),
      channel_ids: channelIds.filter((id) => channels.has(id)),
    })),
    linkifiers: model.linkifiers.map((linkifier) => ({ ...linkifier })),
    playgrounds: model.playgrounds.map((playground) => ({ ...playground })),
    emoji: model.emoji.values().map((emoji) => snake({ ...emoji })),
    direct_conversations: filtered(model.conversations.values(), ({ id }) => conversations.has(id)).map(
      ({ id, userIds }) => ({ id, user_ids: userIds }),
    ),
    bots: filtered(model.bots.values(), ({ id }) => people.has(id)).map(({ webhookSecret: _secret, ...bot }) =>
      snake(bot),
    ),
    alert_words: filtered(model.alertWords.entries(), ([id]) => people.has(id)).map(([id, words]) => ({
      user_id: id,
      words,
    })),
  };
  return Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, lines(list)]));
}

function* lines(rows: Iterable<Row>): Generator<string> {
  for (const row of rows) yield JSON.stringify(row);
}

const filtered = <Value>(values: IteratorObject<Value>, isIn: (value: Value) => boolean): Value[] =>
  values.filter(isIn).toArray();

/** Keys as the API writes them. Values that are objects stay as they are. */
const snake = (record: object): Row =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Channels that are not in the archive are not named by a setting either. */
function organizationSettings({ model, channels }: ArchiveScope): Row {
  const isHidden = (name: string, value: unknown) =>
    /_(stream|channel)_id$/.test(name) && typeof value === "number" && value >= 0 && !channels.has(value);
  return Object.fromEntries(Object.entries(model.realm.settings).filter(([name, value]) => !isHidden(name, value)));
}

/** Somebody with an administrator's eyes, and no account. */
const ADMINISTRATOR = { id: -1, role: ROLES.administrator } as User;

/** Neither passwords nor keys are in any archive. Addresses only where administrators see them, or by consent. */
function userRow({ people, kind }: ArchiveScope, user: User): Row {
  const isOpen = people.has(user.id);
  const seesEmail = isOpen || kind === "everything" || maySeeEmail(ADMINISTRATOR, user);
  return {
    id: user.id,
    full_name: user.fullName,
    email: seesEmail ? user.email : null,
    role: user.role,
    is_active: user.isActive,
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    date_joined: isoSeconds(user.dateJoined),
    timezone: user.timezone,
    avatar_source: user.avatarSource,
    avatar_version: user.avatarVersion,
    email_address_visibility: user.emailVisibility,
    settings: isOpen ? user.settings : null,
  };
}

function* profileValues({ model }: ArchiveScope): Generator<Row> {
  for (const [userId, values] of model.profiles) {
    for (const [fieldId, value] of Object.entries(values)) {
      yield { user_id: userId, field_id: Number(fieldId), ...value };
    }
  }
}

const channelRow = ({ createdAt, ...channel }: Channel): Row => ({
  ...snake(channel),
  created_at: isoSeconds(createdAt),
});
