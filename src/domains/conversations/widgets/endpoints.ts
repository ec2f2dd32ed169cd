import { endpoint } from "#api/endpoint.ts";
import { integer, text, word } from "#api/parameters/params.ts";
import { addSubmessage } from "./actions.ts";

const MAX_LENGTH = 10_000;

export const postSubmessage = endpoint({
  id: "add-submessage",
  method: "POST",
  path: "/submessage",
  summary: "Does something with a message that is a widget, such as voting in a poll.",
  idempotent: {},
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: {
    message_id: integer("The message's ID.", { min: 0 }),
    msg_type: word("What kind of addition it is.", ["widget"]),
    content: text("What is done, as JSON.", { max: MAX_LENGTH }),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["submessage", "user_topic", "muted_topics"],
  async run({ realm, actor, params }) {
    const { message_id: messageId, msg_type: msgType, content } = params;
    return realm.write(actor, async (tx, present) => {
      await addSubmessage(tx, present, { messageId, msgType, content });
      return {};
    });
  },
});

export const widgetEndpoints = [postSubmessage] as const;
