import { Type } from "#platform/schema/type.ts";
import { getMessage, getMessages } from "#domains/conversations/read/endpoints.ts";
import {
  channelArgument,
  cursorArgument,
  limitArgument,
  narrowTerms,
  topicArgument,
  USUAL_LIMIT,
} from "./arguments.ts";
import { exported, newestFirst, oldestFirst, shownAlone } from "./messages.ts";
import { tool } from "./tool.ts";

const AS_WRITTEN = { apply_markdown: false, allow_empty_topic_name: true };
const EXPORTED_AT_ONCE = 200;

type Paged = { readonly cursor?: string | undefined; readonly limit?: number | undefined };

/** The newest messages, or those before a cursor. */
const backward = ({ cursor, limit = USUAL_LIMIT }: Paged) => ({
  ...AS_WRITTEN,
  ...(cursor === undefined ? { anchor: "newest" } : { anchor: cursor, include_anchor: false }),
  num_before: limit,
  num_after: 0,
});

/** The oldest messages, or those after a cursor. */
const forward = ({ cursor, limit = USUAL_LIMIT }: Paged) => ({
  ...AS_WRITTEN,
  ...(cursor === undefined ? { anchor: "oldest" } : { anchor: cursor, include_anchor: false }),
  num_before: 0,
  num_after: limit,
});

const searchMessages = tool({
  name: "search_messages",
  title: "Search messages",
  description: "Finds messages by words, the newest ones; with a cursor those before them.",
  endpoint: getMessages,
  further: {
    query: Type.String({ minLength: 1, maxLength: 1000, description: "Words that the messages contain." }),
    channel: Type.Optional(channelArgument),
    topic: Type.Optional(topicArgument),
    sender_id: Type.Optional(Type.Integer({ minimum: 0, description: "Only messages by this user." })),
    limit: limitArgument,
    cursor: cursorArgument,
  },
  params: ({ query, channel, topic, sender_id: sender, ...page }) => ({
    ...backward(page),
    narrow: narrowTerms({ search: query, channel, topic, sender }),
  }),
  present: ({ messages, found_oldest: isOldest, unsearched }, { url }) =>
    newestFirst(url, messages, isOldest && unsearched === undefined),
});

const readTopic = tool({
  name: "read_topic",
  title: "Read a topic",
  description: "The newest messages of a topic, in the order of time; with a cursor those before them.",
  endpoint: getMessages,
  further: { channel: channelArgument, topic: topicArgument, limit: limitArgument, cursor: cursorArgument },
  params: ({ channel, topic, ...page }) => ({ ...backward(page), narrow: narrowTerms({ channel, topic }) }),
  present: ({ messages, found_oldest: isOldest }, { url }) => newestFirst(url, messages, isOldest),
});

const readMessage = tool({
  name: "read_message",
  title: "Read a message",
  description: "One message, with its author and where it is.",
  endpoint: getMessage,
  takes: ["message_id"],
  params: () => AS_WRITTEN,
  present: ({ message }, { url }) => shownAlone(url, message),
});

const getUnread = tool({
  name: "get_unread",
  title: "Get unread messages",
  description: "Messages that this account has not read, the oldest first. Getting them does not mark them as read.",
  endpoint: getMessages,
  further: { limit: limitArgument, cursor: cursorArgument },
  params: (page) => ({ ...forward(page), narrow: narrowTerms({ is: "unread" }) }),
  present: ({ messages, found_newest: isNewest }, { url }) => oldestFirst(url, messages, isNewest),
});

const exportTopic = tool({
  name: "export_topic",
  title: "Export a topic",
  description: "A whole topic as Markdown, from its beginning; with a cursor what comes after it.",
  endpoint: getMessages,
  further: { channel: channelArgument, topic: topicArgument, cursor: cursorArgument },
  params: ({ channel, topic, cursor }) => ({
    ...forward({ cursor, limit: EXPORTED_AT_ONCE }),
    narrow: narrowTerms({ channel, topic }),
  }),
  present: ({ messages, found_newest: isNewest }, { url, given }) =>
    exported(url, String(given["topic"]), messages, isNewest),
});

export const readingTools = [searchMessages, readTopic, readMessage, getUnread, exportTopic];
