import { isAllowed } from "./group-setting.ts";
import { isAdministrator, ownRole, personOf, ROLES } from "./people.ts";
import type { Channel, GroupSetting, Message } from "./registered.ts";
import type { State } from "./state.ts";

/** Why the server would not let the user do something; `calls/refusals.ts` says it in words. */
export type Reason =
  | "only-author"
  | "editing-off"
  | "archived"
  | "not-writer"
  | "edit-time"
  | "not-deleter"
  | "delete-time"
  | "not-resolver"
  | "not-renamer"
  | "rename-time"
  | "not-mover"
  | "move-time";

/** Whether the server will let the user do something, and until when (UNIX seconds); else why not. */
export type Verdict =
  | { readonly isAllowed: true; readonly until?: number }
  | { readonly isAllowed: false; readonly reason: Reason };

const ALLOWED: Verdict = { isAllowed: true };
const refused = (reason: Reason): Verdict => ({ isAllowed: false, reason });

type Sent = Pick<Message, "sender_id" | "timestamp" | "stream_id" | "type">;

/** Names of settings that exist for the organization and, without the prefix, for single channels. */
type Permission =
  | "can_delete_any_message_group"
  | "can_delete_own_message_group"
  | "can_resolve_topics_group"
  | "can_move_messages_between_topics_group"
  | "can_move_messages_between_channels_group"
  | "can_move_messages_within_channel_group"
  | "can_move_messages_out_of_channel_group"
  | "can_administer_channel_group"
  | "can_add_subscribers_group"
  | "can_send_message_group";

const isModerator = (state: State): boolean => ownRole(state) <= ROLES.moderator;

function mayInRealm({ organization, ownId, groups }: State, name: Permission): boolean {
  const setting = organization.properties[`realm_${name}`] as GroupSetting | undefined;
  return setting !== undefined && isAllowed(setting, ownId, groups);
}

function mayInChannel({ ownId, groups }: State, channel: Channel | undefined, name: Permission): boolean {
  const setting = (channel as Readonly<Record<string, unknown>> | undefined)?.[name] as GroupSetting | undefined;
  return setting !== undefined && isAllowed(setting, ownId, groups);
}

const channelOf = (state: State, id: number | undefined): Channel | undefined =>
  id === undefined ? undefined : state.channels.known.get(id);

/** A limit in seconds from the organization's settings; null where there is none. */
const limit = ({ organization }: State, name: string): number | null =>
  (organization.properties[`realm_${name}`] as number | null | undefined) ?? null;

function within(sentAt: number, seconds: number | null, now: number, reason: Reason): Verdict {
  if (seconds === null) return ALLOWED;
  return now > sentAt + seconds ? refused(reason) : { isAllowed: true, until: sentAt + seconds };
}

export function mayEdit(state: State, message: Sent, now: number): Verdict {
  if (message.sender_id !== state.ownId) return refused("only-author");
  if (state.organization.properties["realm_allow_message_editing"] === false) return refused("editing-off");
  const channel = channelOf(state, message.stream_id);
  if (channel?.is_archived === true) return refused("archived");
  if (channel !== undefined && !mayInChannel(state, channel, "can_send_message_group")) return refused("not-writer");
  const seconds = limit(state, "message_content_edit_limit_seconds");
  return within(message.timestamp, seconds, now, "edit-time");
}

export function mayDelete(state: State, message: Sent, now: number): Verdict {
  const channel = channelOf(state, message.stream_id);
  if (channel?.is_archived === true) return refused("archived");
  const may = (name: Permission) => mayInRealm(state, name) || mayInChannel(state, channel, name);
  if (may("can_delete_any_message_group")) return ALLOWED;
  const isOwn =
    message.sender_id === state.ownId || personOf(state.people, message.sender_id)?.bot_owner_id === state.ownId;
  if (!isOwn || !may("can_delete_own_message_group")) return refused("not-deleter");
  const seconds = limit(state, "message_content_delete_limit_seconds");
  return within(message.timestamp, seconds, now, "delete-time");
}

export function mayResolve(state: State, channelId: number): Verdict {
  const channel = channelOf(state, channelId);
  if (channel === undefined || channel.is_archived) return refused("archived");
  const name = "can_resolve_topics_group";
  const may = mayInRealm(state, name) || mayInChannel(state, channel, name);
  return may ? ALLOWED : refused("not-resolver");
}

/** Another topic in the same channel. The time is that of the message that one starts from. */
export function mayRename(state: State, channelId: number, sentAt: number, now: number): Verdict {
  const channel = channelOf(state, channelId);
  if (channel === undefined || channel.is_archived) return refused("archived");
  const may =
    isAdministrator(state) ||
    mayInRealm(state, "can_move_messages_between_topics_group") ||
    mayInChannel(state, channel, "can_administer_channel_group") ||
    mayInChannel(state, channel, "can_move_messages_within_channel_group");
  if (!may) return refused("not-renamer");
  const seconds = isModerator(state) ? null : limit(state, "move_messages_within_stream_limit_seconds");
  return within(sentAt, seconds, now, "rename-time");
}

export function mayMoveOut(state: State, channelId: number, sentAt: number, now: number): Verdict {
  const channel = channelOf(state, channelId);
  if (channel === undefined || channel.is_archived) return refused("archived");
  const may =
    isAdministrator(state) ||
    mayInRealm(state, "can_move_messages_between_channels_group") ||
    mayInChannel(state, channel, "can_administer_channel_group") ||
    mayInChannel(state, channel, "can_move_messages_out_of_channel_group");
  if (!may) return refused("not-mover");
  const seconds = isModerator(state) ? null : limit(state, "move_messages_between_streams_limit_seconds");
  return within(sentAt, seconds, now, "move-time");
}

/** Channels into which the user may write, and so move messages. */
export const writableChannels = (state: State): readonly Channel[] =>
  [...state.channels.known.values()]
    .filter((channel) => !channel.is_archived && mayInChannel(state, channel, "can_send_message_group"))
    .sort((a, b) => a.name.localeCompare(b.name));
