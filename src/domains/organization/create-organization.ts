import { defaultSetting } from "#domains/channels/settings/creation.ts";
import { insertChannel, insertSubscriptions } from "#domains/records/channels/queries.ts";
import { pickColor, withColor } from "#domains/records/channels/colors.ts";
import type { TxSql, WriterPool } from "#engine/db/database.ts";
import { renderMarkdown } from "#markup/render.ts";
import { CHANNEL_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { type Channel, ROLES, type User } from "#engine/model/records.ts";
import { insertRealm, type NewRealm } from "./create.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { insertUser, storePassword } from "#domains/records/users/queries.ts";

const FIRST_CHANNELS = [
  { name: "parley", description: "Questions and discussion about using Parley." },
  { name: "sandbox", description: "Experiment with Parley here." },
  { name: "general", description: "For team-wide conversations." },
];

export interface NewOrganization {
  readonly subdomain: string;
  readonly name: string;
  readonly owner: { readonly email: string; readonly fullName: string; readonly passwordHash: string };
}

/**
 * Creates an organization: built-in groups, the first channels and an owner, who also operates the server and so may
 * create users and change their addresses. One transaction does all of it.
 */
export async function createOrganization(
  sql: WriterPool,
  organization: NewOrganization,
): Promise<{ realmId: number; owner: User }> {
  return sql.begin(async (tx) => {
    const realm = await insertRealm(tx, organization);
    let { lastId } = realm;
    const { email, fullName, passwordHash } = organization.owner;
    const owner: User = {
      ...newUser({ id: (lastId += 1), email, fullName, role: ROLES.owner, now: realm.createdAt }),
      canCreateUsers: true,
      canChangeUserEmails: true,
    };
    await insertUser(tx, realm.realmId, owner);
    await storePassword(tx, realm.realmId, owner.id, passwordHash);
    const channels = FIRST_CHANNELS.map((wanted) => firstChannel((lastId += 1), wanted, realm));
    for (const channel of channels) await insertChannel(tx, realm.realmId, channel);
    await subscribeOwner(tx, realm.realmId, owner, channels);
    const general = channels.at(-1)?.id ?? -1;
    const settings = { new_stream_announcements_stream_id: general, svc_update_announcements_stream_id: general };
    await tx`update realm set settings = ${tx.json(settings)} where id = ${realm.realmId}`;
    await tx`update realm_head set last_id = ${lastId} where realm_id = ${realm.realmId}`;
    return { realmId: realm.realmId, owner };
  });
}

function firstChannel(id: number, wanted: { name: string; description: string }, realm: NewRealm): Channel {
  const groupId = (name: string) => realm.groups.get(name) as number;
  return {
    id,
    ...wanted,
    renderedDescription: renderMarkdown(wanted.description),
    createdAt: realm.createdAt,
    creatorId: null,
    inviteOnly: false,
    isWebPublic: false,
    historyPublicToSubscribers: true,
    isArchived: false,
    isDefault: true,
    messageRetentionDays: null,
    topicsPolicy: "inherit",
    firstMessageId: null,
    folderId: null,
    isRecentlyActive: true,
    subscribedGroups: [],
    weeklyTraffic: null,
    settings: Object.fromEntries(CHANNEL_SETTING_NAMES.map((name) => [name, defaultSetting(name, null, groupId)])),
  };
}

async function subscribeOwner(sql: TxSql, realmId: number, owner: User, channels: readonly Channel[]): Promise<void> {
  let used = 0;
  const rows = channels.map(({ id }) => {
    const color = pickColor(used, id);
    used = withColor(used, color);
    return { userId: owner.id, channelId: id, color };
  });
  await insertSubscriptions(sql, realmId, 1, rows, false);
}
