import { postMessage } from "#domains/conversations/send/endpoints.ts";
import { postFlags } from "#domains/conversations/flags/endpoints.ts";
import { addReaction } from "#domains/conversations/reactions/endpoints.ts";
import { jsonAnswer } from "./output.ts";
import { tool } from "./tool.ts";

const sendMessage = tool({
  name: "send_message",
  title: "Send a message",
  description: "Sends a message in the name of this account, to a channel or as a direct message.",
  endpoint: postMessage,
  takes: ["type", "to", "topic", "content"],
  present: ({ id }) => jsonAnswer({ id }),
});

const react = tool({
  name: "add_reaction",
  title: "Add a reaction",
  description: "Reacts to a message with an emoji, by its name such as `+1`.",
  endpoint: addReaction,
  takes: ["message_id", "emoji_name"],
  present: () => jsonAnswer({ done: true }),
});

const markRead = tool({
  name: "mark_read",
  title: "Mark messages as read",
  description: "Marks messages as read for this account.",
  endpoint: postFlags,
  takes: ["messages"],
  params: () => ({ op: "add", flag: "read" }),
  present: ({ messages }) => jsonAnswer({ marked: messages.length }),
});

export const writingTools = [sendMessage, react, markRead];
