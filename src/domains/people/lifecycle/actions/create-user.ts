import { badRequest } from "#platform/errors.ts";
import { endInvitationsTo } from "#domains/records/invitations/end-invitations.ts";
import type { EditableGroup } from "#domains/records/groups/access.ts";
import { joinGroups } from "#domains/groups/actions/join-groups.ts";
import { storeArrivalEdges } from "#domains/channels/group-links/edges.ts";
import { enroll } from "#domains/channels/subscriptions/actions/enroll.ts";
import { channelsForNewcomer, type EnterableChannel } from "#domains/records/channels/access.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { silentMention } from "#markup/compose.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { noticeInChannel, topicOfNotices } from "#domains/conversations/send/post/actions/notice.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { newAccount } from "#domains/records/users/access.ts";
import { checkNameIsUnique } from "#domains/records/users/record/full-name.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { insertUser, storePassword } from "#domains/records/users/queries.ts";
import { settingsOfNewcomers, settingsToKeep } from "#domains/records/users/record/settings.ts";
import { isProvisional } from "#domains/records/users/record/waiting-period.ts";
import type { Newcomer } from "../access.ts";
import { newestMessages, storeHistoryRead } from "../queries.ts";
import { welcome } from "../welcome.ts";
import { welcomeMail } from "../welcome-mail.ts";
import { emitRoleGroups } from "../role-groups.ts";
import { caseless } from "#platform/characters.ts";
import { personAdded } from "#domains/records/users/events.ts";

/** What a new account starts with where that is not what the organization gives to everybody. */
export interface NewUserSetup {
  /** Instead of the default channels. */
  readonly channels?: readonly EnterableChannel[];
  readonly groups?: readonly EditableGroup[];
  /** Instead of the organization's welcome; empty for none. */
  readonly welcomeText?: string;
  /** Whether the welcome bot writes to them; it does by default. */
  readonly isGreeted?: boolean;
  /** The organization's URL, where newcomers are to get a mail that tells them how to log in. */
  readonly mailedUrl?: string | undefined;
}

/** Adds an account to the organization and subscribes it to the default channels, or to others. */
export async function createUser(tx: Tx, newcomer: Newcomer, setup: NewUserSetup = {}): Promise<User> {
  const { model } = tx;
  if (model.usersByEmail.has(caseless(newcomer.email))) {
    throw badRequest(`Email '${newcomer.email}' already in use`);
  }
  checkNameIsUnique(model, newcomer.fullName);
  const now = unixSeconds(tx.now);
  const settings = settingsOfNewcomers(model);
  const user: User = {
    ...newUser({ ...newcomer, id: tx.nextId(), now }),
    isProvisional: isProvisional(model, { role: newcomer.role, dateJoined: now }, now),
    emailVisibility: settings.email_address_visibility,
    settings: settingsToKeep(settings),
  };
  await insertUser(tx.sql, tx.realmId, user);
  if (newcomer.passwordHash !== undefined) await storePassword(tx.sql, tx.realmId, user.id, newcomer.passwordHash);
  tx.change({ kind: "user_added", user });
  tx.emit(personAdded, { user }, { to: "everyone" });
  emitRoleGroups(tx, undefined, user);
  await endInvitationsTo(tx, user.email);
  const groups = await joinGroups(tx, user, setup.groups ?? []);
  await storeArrivalEdges(tx, user, { groups });
  await enter(tx, user, setup.channels ?? channelsForNewcomer(model, user));
  await announce(tx, user);
  if (setup.isGreeted !== false) welcome(tx, user, setup.welcomeText);
  if (setup.mailedUrl !== undefined && realmProperty(model, "send_welcome_emails")) {
    await enqueueMail(tx.sql, tx.realmId, welcomeMail(model, user, setup.mailedUrl));
  }
  return user;
}

/** The history of a new user begins with this many of the latest messages of their channels, all read but the newest `UNREAD_MESSAGES`. */
const HISTORY_MESSAGES = 1000;
const UNREAD_MESSAGES = 20;

/**
 * Subscribes a new user to channels with some history, so that they have something to read. Of channels with a protected
 * history they get nothing from before they came.
 */
async function enter(tx: Tx, user: User, all: readonly EnterableChannel[]): Promise<void> {
  const users = [newAccount(tx.model, user)];
  const closed = all.filter(({ historyPublicToSubscribers: isPublic }) => !isPublic);
  if (closed.length > 0) await enroll(tx, { channels: closed, users });
  const channels = all.filter(({ historyPublicToSubscribers: isPublic }) => isPublic);
  const ids = channels.map(({ id }) => id);
  const { oldest, unread } = await newestMessages(tx.sql, tx.realmId, ids, HISTORY_MESSAGES, UNREAD_MESSAGES);
  await enroll(tx, { channels, users, ...(oldest !== null && { from: oldest }) });
  if (oldest !== null && unread !== null) await storeHistoryRead(tx.sql, tx.realmId, user.id, ids, oldest, unread);
}

const SIGNUPS = "signups";

/** Announces the new user in the channel that the organization has chosen for it. */
async function announce(tx: Tx, user: User): Promise<void> {
  const channel = channelRecord(tx.model, realmProperty(tx.model, "signup_announcements_stream_id"));
  if (channel === undefined || channel.isArchived) return;
  const topic = topicOfNotices(channel, SIGNUPS);
  const content = `${silentMention(user)} joined this organization.`;
  await noticeInChannel(tx, channel, topic, content, { model: withNewcomer(tx.model, user) });
}

/** For notices that mention somebody whom the model does not have yet. */
export const withNewcomer = (model: Model, user: User): Model => ({
  ...model,
  users: new Map(model.users).set(user.id, user),
});
