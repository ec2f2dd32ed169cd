import { type Static, Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, Id, integer, json, optional, withDefault } from "#api/parameters/params.ts";
import { createTurns } from "#platform/limits/turns.ts";
import { longList } from "#api/responses/long-lists.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { knowsSender, type ReadableMessage, readableMessage, readerState } from "../access.ts";
import { anchorDateParam, datedAnchorParam, secondsOf } from "./plans/anchor.ts";
import type { Anchor, SentSince } from "./plans/range.ts";
import { type DetailsByMessage, detailsOfNamed, withDetails } from "./details.ts";
import { fetchById, fetchMessages } from "./fetch.ts";
import { flagNames } from "#domains/records/messages/flag.ts";
import { matchesIn } from "./lookup/matches.ts";
import type { Searches } from "./narrow/context.ts";
import { narrowParam, termsOf } from "./narrow/terms.ts";
import { MessageSchema, type MessageView, presentMessage } from "../present.ts";

const MAX_MESSAGES = 5000;

const FlaggedMessageSchema = Type.Object({ ...MessageSchema.properties, flags: Type.Array(Type.String()) });
const FoundMessageSchema = Type.Object({
  ...FlaggedMessageSchema.properties,
  match_content: Type.Optional(Type.String()),
  match_subject: Type.Optional(Type.String()),
});

const UnsearchedSchema = Type.Object(
  { before: Type.Optional(Type.Integer()), after: Type.Optional(Type.Integer()) },
  { description: "A search took too long: messages before and after these IDs were not searched." },
);

/** Messages with their data from other tables. */
interface Detailed {
  readonly messages: readonly ReadableMessage[];
  readonly details: DetailsByMessage;
}

type Found = Static<typeof FoundMessageSchema>;
type ReaderView = Omit<MessageView, "hidesSender">;

/** Messages for a reader, with their data from other tables. */
async function presentAll(
  { model }: RealmRuntime,
  reader: User,
  view: ReaderView,
  messages: readonly ReadableMessage[],
  details: DetailsByMessage,
): Promise<Static<typeof FlaggedMessageSchema>[]> {
  const [open, hidden] = [
    { ...view, hidesSender: false },
    { ...view, hidesSender: true },
  ];
  const presented: Static<typeof FlaggedMessageSchema>[] = [];
  const pause = createTurns();
  for (const message of messages) {
    const flags = flagNames(readerState(model, reader, message));
    const seen = knowsSender(model, reader, message) ? open : hidden;
    const own = presentMessage(model, message, seen, flags, details.get(message.id));
    presented.push(own as Static<typeof FlaggedMessageSchema>);
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return presented;
}

/** JSON of so many characters is written in some milliseconds. */
const MAX_WRITTEN_AT_ONCE = 1_000_000;

/** An ordinary page is written as one text, which takes less time. */
function inPiecesIfLong(messages: Found[]): Found[] {
  const length = messages.reduce((sum, message) => sum + roughLength(message), 0);
  return length > MAX_WRITTEN_AT_ONCE ? longList(messages) : messages;
}

/** About how long a message is as JSON: without what is always short, or is about as long as the rest. */
const roughLength = ({ content, edit_history, reactions, submessages, display_recipient }: Found): number =>
  1000 +
  content.length +
  100 * (reactions.length + (Array.isArray(display_recipient) ? display_recipient.length : 1)) +
  submessages.reduce((sum, submessage) => sum + submessage.content.length, 0) +
  (edit_history ?? []).reduce((sum, edit) => sum + (edit.prev_rendered_content?.length ?? 0), 0);

export const getMessages = endpoint({
  id: "get-messages",
  method: "GET",
  path: "/messages",
  summary: "Messages around an anchor, or the named ones.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: {
    anchor: optional(datedAnchorParam),
    anchor_date: anchorDateParam,
    include_anchor: withDefault(boolean("Whether the anchor itself is wanted."), true),
    num_before: withDefault(integer("How many before the anchor.", { min: 0 }), 0),
    num_after: withDefault(integer("How many after the anchor.", { min: 0 }), 0),
    narrow: withDefault(narrowParam, []),
    message_ids: optional(json("These messages instead of a range.", Type.Array(Id(), { maxItems: MAX_MESSAGES }))),
    apply_markdown: withDefault(boolean("HTML instead of Markdown."), true),
    client_gravatar: withDefault(boolean("Leave out avatars that the client can work out."), true),
    allow_empty_topic_name: withDefault(boolean("Whether the empty topic may be empty."), false),
    use_first_unread_anchor: withDefault(boolean("The older way to say `first_unread`."), false),
  },
  result: {
    messages: Type.Array(FoundMessageSchema),
    anchor: Type.Optional(Type.Integer()),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    history_limited: Type.Boolean(),
    unsearched: Type.Optional(UnsearchedSchema),
  },
  errors: ["BAD_REQUEST", "REQUEST_VARIABLE_INVALID", "BAD_NARROW"],
  async run({ site, realm, actor, params }) {
    const started = site.clock.monotonic();
    const terms = termsOf(params.narrow, true);
    const isSearch = terms.some(({ operator }) => operator === "search");
    const view = {
      applyMarkdown: params.apply_markdown,
      clientGravatar: params.client_gravatar,
      allowEmptyTopic: params.allow_empty_topic_name,
    };
    const present = async ({ messages, details, searches }: Detailed & { readonly searches: Searches }) => {
      const presented = await presentAll(realm, actor, view, messages, details);
      if (!isSearch) return inPiecesIfLong(presented);
      const matches = await matchesIn(realm, searches, messages, params.allow_empty_topic_name);
      return inPiecesIfLong(presented.map((message, index) => Object.assign(message, matches[index]) as Found));
    };
    const wanted = params.apply_markdown ? "rendered" : isSearch ? "both" : "content";
    const { message_ids: ids, num_before: numBefore, num_after: numAfter, include_anchor: includeAnchor } = params;
    if (ids !== undefined) {
      checkNoRange(params);
      const named = await fetchById(realm, actor, terms, ids, { wanted });
      const messages = await present({ ...named, details: await detailsOfNamed(realm, named.messages) });
      // What is left out may be hidden, or may not exist.
      if (messages.length < ids.length) await site.hold(started);
      return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
    }
    const anchor = anchorOf(params);
    if (numBefore + numAfter > MAX_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MAX_MESSAGES}).`);
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest("The anchor can only be excluded at an end of the range");
    }
    const range = { anchor, includeAnchor, numBefore, numAfter };
    const page = await withDetails(realm, await fetchMessages(realm, actor, terms, range, wanted));
    return {
      messages: await present(page),
      anchor: page.anchor,
      found_anchor: page.foundAnchor,
      found_oldest: page.foundOldest,
      found_newest: page.foundNewest,
      history_limited: false,
      ...(page.unsearched !== undefined && { unsearched: page.unsearched }),
    };
  },
});

function anchorOf(params: {
  readonly anchor: Anchor | "date" | undefined;
  readonly anchor_date: string | undefined;
  readonly use_first_unread_anchor: boolean;
}): Anchor | SentSince {
  const { anchor, anchor_date: date } = params;
  if (params.use_first_unread_anchor) return "first_unread";
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.");
  if (anchor !== "date") return anchor;
  if (date === undefined) throw badRequest("Missing 'anchor_date' argument.");
  return { since: secondsOf("anchor_date", date) };
}

function checkNoRange(params: {
  anchor: unknown;
  num_before: number;
  num_after: number;
  use_first_unread_anchor: boolean;
}) {
  const clashing = [
    params.anchor !== undefined && "anchor",
    params.use_first_unread_anchor && "use_first_unread_anchor",
    params.num_before > 0 && "num_before",
    params.num_after > 0 && "num_after",
  ].filter((name) => name !== false);
  if (clashing.length === 0) return;
  const parameters = ["message_ids", ...clashing].join(", ");
  throw badRequest(`Unsupported parameter combination: ${parameters}`, { parameters });
}

export const getMessage = endpoint({
  id: "get-message",
  method: "GET",
  path: "/messages/{message_id}",
  summary: "One message.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: {
    message_id: integer("The message's ID.", { min: 0 }),
    apply_markdown: withDefault(boolean("HTML instead of Markdown."), true),
    allow_empty_topic_name: withDefault(boolean("Whether the empty topic may be empty."), false),
  },
  result: { message: FlaggedMessageSchema, raw_content: Type.String() },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    const message = await readableMessage(realm, actor, params.message_id);
    const view = {
      applyMarkdown: params.apply_markdown,
      clientGravatar: true,
      allowEmptyTopic: params.allow_empty_topic_name,
    };
    const [presented] = await presentAll(realm, actor, view, [message], await detailsOfNamed(realm, [message]));
    return { message: presented as Static<typeof FlaggedMessageSchema>, raw_content: message.content };
  },
});

export const readEndpoints = [getMessages, getMessage] as const;
