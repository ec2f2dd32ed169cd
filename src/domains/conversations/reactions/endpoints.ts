import { endpoint } from "#api/endpoint.ts";
import { integer, optional, text, type Values } from "#api/parameters/params.ts";
import { react, unreact } from "./actions.ts";
import { normalizedInput } from "./emoji.ts";

const MAX_LENGTH = 100;

const emojiParams = {
  emoji_code: optional(text("The emoji's code in its namespace.", { max: MAX_LENGTH })),
  reaction_type: optional(
    text("The namespace: `unicode_emoji`, `realm_emoji`, or `zulip_extra_emoji` alias `svc_extra_emoji`.", {
      max: MAX_LENGTH,
    }),
  ),
};
const inputOf = (params: Values<typeof emojiParams> & { readonly emoji_name?: string | undefined }) =>
  normalizedInput({ name: params.emoji_name, code: params.emoji_code, type: params.reaction_type });

const messageId = integer("The message's ID.", { min: 0 });

export const addReaction = endpoint({
  id: "add-reaction",
  method: "POST",
  path: "/messages/{message_id}/reactions",
  summary: "Reacts to a message with an emoji.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: { message_id: messageId, emoji_name: text("The emoji's name.", { max: MAX_LENGTH }), ...emojiParams },
  result: {},
  errors: ["BAD_REQUEST", "REACTION_ALREADY_EXISTS"],
  emits: ["reaction/add", "user_topic", "muted_topics"],
  async run({ realm, actor, params }) {
    const { message_id: id, emoji_name: name } = params;
    const input = { ...inputOf(params), name };
    await realm.write(actor, (tx, present) => react(tx, present, id, input));
    return {};
  },
});

export const removeReaction = endpoint({
  id: "remove-reaction",
  method: "DELETE",
  path: "/messages/{message_id}/reactions",
  summary: "Takes a reaction of the caller's back.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: {
    message_id: messageId,
    emoji_name: optional(text("The emoji's name.", { max: MAX_LENGTH })),
    ...emojiParams,
  },
  result: {},
  errors: ["BAD_REQUEST", "REACTION_DOES_NOT_EXIST"],
  emits: ["reaction/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => unreact(tx, present, params.message_id, inputOf(params)));
    return {};
  },
});

export const reactionEndpoints = [addReaction, removeReaction] as const;
