import { Type } from "typebox";
import { endpoint } from "../api/endpoint.ts";
import { badRequest } from "../api/errors.ts";
import { Id, json, text, word } from "../api/params.ts";
import { EDITABLE_FLAGS, type EditableFlag } from "../messages/flag.ts";
import { updateFlags } from "./actions/update-flags.ts";

const MOST_MESSAGES = 50_000;

export const postFlags = endpoint({
  id: "update-message-flags",
  method: "POST",
  path: "/messages/flags",
  summary: "Adds a flag to messages or removes it.",
  auth: "user",
  params: {
    messages: json("The messages.", Type.Array(Id(), { maxItems: MOST_MESSAGES })),
    op: word("What to do.", ["add", "remove"]),
    flag: text("The flag.", { max: 100 }),
  },
  result: {
    messages: Type.Array(Type.Integer()),
    ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
  },
  errors: ["BAD_REQUEST"],
  emits: ["update_message_flags/add", "update_message_flags/remove"],
  async run({ realm, actor, params }) {
    const { messages, op } = params;
    if (!(EDITABLE_FLAGS as readonly string[]).includes(params.flag))
      throw badRequest(`Invalid flag: '${params.flag}'`);
    const flag = params.flag as EditableFlag;
    const { ignoredChannels } = await realm.write(actor, (tx, reader) =>
      updateFlags(tx, reader, { messageIds: messages, op, flag }),
    );
    return { messages, ignored_because_not_subscribed_channels: ignoredChannels };
  },
});

export const flagEndpoints = [postFlags] as const;
