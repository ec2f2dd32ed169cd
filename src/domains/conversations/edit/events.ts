import { Type } from "#platform/schema/type.ts";
import { type EventKind, type Logged, logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { LoggedEvent, MessageText } from "#engine/log/entry.ts";
import { isMeMessage } from "#domains/records/messages/content.ts";
import { showsOldTexts } from "../read/edit-history.ts";
import { BITS, flagNames } from "#domains/records/messages/flag.ts";
import { shownTopic } from "../topics/topic.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { AccessModel, AccessUser } from "#engine/model/access/access-model.ts";
import type { Model } from "#engine/model/model.ts";
import { holdsMessage, mayKnowChannel, mayReadMessage, type Whereabouts } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { isAmong } from "#platform/collections/number-lists.ts";

/** A deletion as the log stores it. */
export interface LoggedDeletion {
  /** The clients that get the event: all, those with `bulk_message_deletion`, or those without. */
  readonly form: "single" | "at once" | "one by one";
  readonly message_type: "private" | "stream";
  readonly message_ids: readonly number[];
  readonly stream_id?: number;
  readonly topic?: string;
}

export const messagesDeleted = logs<LoggedDeletion>()({
  type: "delete_message",
  scope: "messages:read",
  isChannelBound: true,
  summary: "Messages that the user had were deleted, or went where the user may not read them.",
  schema: Type.Object({
    type: Type.Literal("delete_message"),
    message_type: Type.Enum(["private", "stream"]),
    message_ids: Type.Optional(Type.Array(Type.Integer())),
    message_id: Type.Optional(Type.Integer()),
    stream_id: Type.Optional(Type.Integer()),
    topic: Type.Optional(Type.String()),
  }),
  render: ({ form, message_ids: ids, topic, ...event }, { capabilities }) => {
    const hearsOfMany = capabilities.bulk_message_deletion;
    if (form === (hearsOfMany ? "one by one" : "at once")) return undefined;
    return {
      ...event,
      ...(topic !== undefined && { topic: shownTopic(topic, capabilities.empty_topic_name) }),
      ...(hearsOfMany ? { message_ids: ids } : { message_id: ids[0] }),
    };
  },
  isLoss: true,
  // Users who lose messages by a move get a deletion, but the texts still exist.
  changesText: ({ event, audience }) =>
    event === undefined || audience?.to === "across" ? undefined : { ids: event.message_ids, text: undefined },
});

type Where = Pick<Whereabouts, "id" | "moves">;

const RevisionSchema = Type.Object({
  type: Type.Literal("update_message"),
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  rendering_only: Type.Boolean(),
  message_id: Type.Integer(),
  message_ids: Type.Array(Type.Integer()),
  flags: Type.Array(Type.String()),
  edit_timestamp: Type.Integer(),
  stream_name: Type.Optional(Type.String()),
  stream_id: Type.Optional(Type.Integer()),
  new_stream_id: Type.Optional(Type.Integer()),
  propagate_mode: Type.Optional(Type.Enum(["change_one", "change_later", "change_all"])),
  orig_subject: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  topic_links: Type.Optional(Type.Array(Type.Object({ text: Type.String(), url: Type.String() }))),
  orig_content: Type.Optional(Type.String()),
  orig_rendered_content: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  rendered_content: Type.Optional(Type.String()),
  is_me_message: Type.Optional(Type.Boolean()),
});

/** A revision as the log stores it: the event, and the data for each receiver's own part. */
export interface LoggedRevision extends Omit<SchemaFields<typeof RevisionSchema>, "flags"> {
  /** The channels that each message has been in. */
  readonly whereabouts: readonly Where[];
  readonly isDirect: boolean;
  readonly conversationId: number;
  readonly traits: number;
  readonly bits: Readonly<Record<string, number>>;
  readonly readBy: readonly number[];
}

export const messageUpdated = logs<LoggedRevision>()({
  type: "update_message",
  scope: "messages:read",
  isChannelBound: true,
  summary: "A message was edited, or messages were moved.",
  schema: RevisionSchema,
  variant: (revision, user, model, then) => {
    const { stream_id: channelId } = revision;
    const knew = then === undefined || knowsChannel(then.access, then.user, channelId);
    const isKnown = knew && knowsChannel(model, user, channelId);
    const read = then === undefined || readsText(revision, then.user, then.access);
    const withoutText = read && readsText(revision, user, model) ? "" : WITHOUT_TEXT;
    return `${isKnown ? "" : FROM_HIDDEN_CHANNEL}${withoutText}${showsOldTexts(model) ? "" : WITHOUT_OLD_TEXT}`;
  },
  render: ({ message_ids: _ids, stream_name, ...event }, { capabilities }, _model, variant) => {
    const { orig_subject: before, subject: after, ...others } = withTextsOf(event, variant);
    const shown = (topic: unknown) => shownTopic(topic as string, capabilities.empty_topic_name);
    return {
      ...others,
      ...(!variant.includes(FROM_HIDDEN_CHANNEL) && { stream_name }),
      ...(before !== undefined && { orig_subject: shown(before) }),
      ...(after !== undefined && { subject: shown(after) }),
    };
  },
  carriesText: {
    messageOf: (event) => (hasText(event) ? event.message_id : undefined),
    withText: withPresentText,
  },
  changesText: ({ event }) => {
    if (event === undefined || !hasText(event)) return undefined;
    const { message_id: id, content = "", rendered_content: renderedContent = "" } = event;
    return { ids: [id], text: { content, renderedContent } };
  },
  personal: (revision, user, _queue, model) => {
    const ids = readableIds(revision, user, model);
    return `"message_ids":${JSON.stringify(ids)},"flags":${JSON.stringify(ownFlags(revision, user, model))}`;
  },
});

const FROM_HIDDEN_CHANNEL = " from hidden channel";
const WITHOUT_TEXT = " without text";
const WITHOUT_OLD_TEXT = " without old text";

type Fields = Readonly<Record<string, unknown>>;

function withTextsOf(event: Fields, variant: string): Fields {
  if (variant.includes(WITHOUT_TEXT)) return withoutText(event);
  return variant.includes(WITHOUT_OLD_TEXT) ? withoutOldText(event) : event;
}

/** A user who has others of the moved messages may not be allowed to read the one whose text changes in the same revision. */
function readsText(revision: LoggedRevision, user: AccessUser, model: AccessModel): boolean {
  const where = revision.whereabouts.find(({ id }) => id === revision.message_id);
  return where !== undefined && mayReadNow(revision, where, user, model);
}

function withoutText({ content: _after, rendered_content: _rendered, is_me_message: _isMe, ...event }: Fields): Fields {
  return withoutOldText(event);
}

const withoutOldText = ({ orig_content: _before, orig_rendered_content: _rendered, ...event }: Fields): Fields => event;

const hasText = ({ content }: LoggedRevision): boolean => content !== undefined;

/** The event if its text was replaced or its message deleted since then. */
function withPresentText(
  event: Logged<LoggedRevision>,
  now: MessageText | undefined,
  model: Model,
): LoggedEvent | undefined {
  if (now === undefined) {
    return event.whereabouts.length === 1 ? undefined : { ...withoutText(event), type: event.type };
  }
  if (showsOldTexts(model) || now.content === event.content) return event;
  const { content, renderedContent } = now;
  return { ...event, content, rendered_content: renderedContent, is_me_message: isMeMessage(content) };
}

/** The name of a private channel is withheld from users who get messages that were moved out of it. */
function knowsChannel(model: AccessModel, user: AccessUser, id: number | undefined): boolean {
  const channel = id === undefined ? undefined : channelRecord(model, id);
  return channel === undefined || mayKnowChannel(model, user, channel);
}

/** With a protected history, a user gets only the IDs of messages that they may read. */
function readableIds(revision: LoggedRevision, user: User, model: Model): number[] {
  return revision.whereabouts.filter((where) => mayReadNow(revision, where, user, model)).map(({ id }) => id);
}

function mayReadNow(
  { isDirect, conversationId }: LoggedRevision,
  where: Where,
  user: AccessUser,
  model: AccessModel,
): boolean {
  const channel = isDirect ? undefined : channelRecord(model, conversationId);
  if (channel === undefined || channel.historyPublicToSubscribers) return true;
  return mayReadMessage(model, user, channel, { ...where, conversationId });
}

function ownFlags(revision: LoggedRevision, user: User, model: Model): string[] {
  const { isDirect, conversationId, whereabouts, message_id: id, traits } = revision;
  const bits = revision.bits[user.id] ?? 0;
  const where = whereabouts.find((message) => message.id === id);
  const isOwn =
    isDirect || (bits & BITS.historical) !== 0 || holdsMessage(model, user.id, { id, ...where, conversationId });
  return isOwn ? flagNames({ bits, traits, isRead: isAmong(revision.readBy, user.id), isOwn }) : ["read"];
}

export const revisionEvents = [messagesDeleted, messageUpdated] as const satisfies readonly EventKind[];
