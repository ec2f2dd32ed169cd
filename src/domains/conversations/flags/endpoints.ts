import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, Id, integer, json, withDefault, word, type Param } from "#api/parameters/params.ts";
import { anchorParam } from "../read/plans/anchor.ts";
import { narrowParam, termsOf } from "../read/narrow/terms.ts";
import { flagNarrow } from "./actions/flag-narrow.ts";
import { markMessagesRead } from "./actions/mark-read.ts";
import { updateFlags } from "./actions/update-flags.ts";
import { markEndpoints } from "./mark-endpoints.ts";
import { EDITABLE_FLAGS, type EditableFlag } from "#domains/records/messages/flag.ts";

const OTHER_FLAGS: ReadonlySet<string> = new Set([
  "mentioned",
  "wildcard_mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
]);

const flagParam: Param<EditableFlag> = {
  about: "The flag: `read`, `starred` or `collapsed`.",
  schema: Type.Enum([...EDITABLE_FLAGS]),
  isJson: false,
  required: true,
  decode(_name, raw) {
    if ((EDITABLE_FLAGS as readonly string[]).includes(raw)) return raw as EditableFlag;
    throw badRequest(OTHER_FLAGS.has(raw) ? `Flag not editable: '${raw}'` : `Invalid flag: '${raw}'`);
  },
};

const MAX_MESSAGES = 50_000;
/** The limit of messages for one call by narrow, and for each side of the anchor. */
const MAX_IN_RANGE = 5000;
const SIDE = MAX_IN_RANGE / 2;

const op = word("What to do.", ["add", "remove"]);
const emits = ["update_message_flags/add", "update_message_flags/remove"];

export const postFlags = endpoint({
  id: "update-message-flags",
  method: "POST",
  path: "/messages/flags",
  summary: "Adds a flag to messages or removes it.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: { messages: json("The messages.", Type.Array(Id(), { maxItems: MAX_MESSAGES })), op, flag: flagParam },
  result: {
    messages: Type.Array(Type.Integer()),
    ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
  },
  errors: ["BAD_REQUEST"],
  emits,
  async run({ realm, actor, params }) {
    const { messages } = params;
    const { changed, ignoredChannels } =
      params.flag === "read" && params.op === "add"
        ? await markMessagesRead(realm, actor, messages)
        : await realm.write(actor, (tx, reader) => updateFlags(tx, reader, messages, params));
    return { messages: changed, ignored_because_not_subscribed_channels: ignoredChannels };
  },
});

const postFlagsNarrow = endpoint({
  id: "update-message-flags-for-narrow",
  method: "POST",
  path: "/messages/flags/narrow",
  summary: "Adds a flag to the messages of a narrow, or removes it.",
  auth: "user",
  scope: ["messages:write", "messages:read"],
  audits: "personal",
  params: {
    anchor: anchorParam,
    include_anchor: withDefault(boolean("Whether the anchor itself is wanted."), true),
    num_before: integer("How many before the anchor; may be lowered.", { min: 0 }),
    num_after: integer("How many after the anchor; may be lowered.", { min: 0 }),
    narrow: narrowParam,
    op,
    flag: flagParam,
  },
  result: {
    processed_count: Type.Integer(),
    updated_count: Type.Integer(),
    first_processed_id: Type.Union([Type.Integer(), Type.Null()]),
    last_processed_id: Type.Union([Type.Integer(), Type.Null()]),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
  },
  errors: ["BAD_REQUEST", "BAD_NARROW"],
  emits,
  async run({ realm, actor, params }) {
    const { anchor, include_anchor: includeAnchor } = params;
    if (!includeAnchor && params.num_before > 0 && params.num_after > 0) {
      throw badRequest("The anchor can only be excluded at an end of the range");
    }
    const numBefore = Math.min(params.num_before, Math.max(MAX_IN_RANGE - params.num_after, SIDE));
    const numAfter = Math.min(params.num_after, MAX_IN_RANGE - numBefore);
    const range = { anchor, includeAnchor, numBefore, numAfter };
    const done = await flagNarrow(realm, actor, termsOf(params.narrow), range, params);
    return {
      processed_count: done.messageIds.length,
      updated_count: done.changed.length,
      first_processed_id: done.messageIds.at(0) ?? null,
      last_processed_id: done.messageIds.at(-1) ?? null,
      found_oldest: done.foundOldest,
      found_newest: done.foundNewest,
      ignored_because_not_subscribed_channels: done.ignoredChannels,
    };
  },
});

export const flagEndpoints = [postFlags, postFlagsNarrow, ...markEndpoints] as const;
