import { Type } from "#platform/schema/type.ts";
import { getChannels } from "#domains/channels/endpoints.ts";
import { getTopics } from "#domains/conversations/read/lookup/endpoints.ts";
import { getUsers } from "#domains/people/accounts/endpoints.ts";
import { cursorArgument, limitArgument, USUAL_LIMIT } from "./arguments.ts";
import { fitting, jsonOfOthers } from "./output.ts";
import { type ToolArguments, tool } from "./tool.ts";

const CHANNELS_AND_USERS = 1000;
const nameArgument = Type.Optional(
  Type.String({ maxLength: 100, description: "Only those whose names contain this, in whatever case." }),
);

/** A page of what has an ID, in the order of IDs, from the cursor on. */
function pageById(
  list: string,
  all: readonly { readonly id: number; readonly name: string }[],
  { cursor, name }: ToolArguments,
): string {
  const wanted = typeof name === "string" ? name.toLowerCase() : "";
  const later = all
    .filter((item) => item.id > Number(cursor ?? -1) && item.name.toLowerCase().includes(wanted))
    .sort((a, b) => a.id - b.id);
  const { items } = fitting(later.slice(0, CHANNELS_AND_USERS), (item) => JSON.stringify(item));
  const next = items.length < later.length ? items.at(-1)?.id : undefined;
  return jsonOfOthers({ [list]: items, next_cursor: next?.toString() });
}

const listChannels = tool({
  name: "list_channels",
  title: "List channels",
  description: "The channels that this account can see, with their IDs and descriptions.",
  endpoint: getChannels,
  further: { name: nameArgument, cursor: cursorArgument },
  present: ({ streams }, { given }) =>
    pageById(
      "channels",
      streams.map((channel) => ({
        id: channel.stream_id,
        name: channel.name,
        description: channel.description,
        is_private: channel.invite_only,
      })),
      given,
    ),
});

const listTopics = tool({
  name: "list_topics",
  title: "List topics",
  description: "The topics of a channel, the most recent first.",
  endpoint: getTopics,
  further: {
    channel_id: Type.Integer({ minimum: 0, description: "The channel's ID." }),
    limit: limitArgument,
    cursor: cursorArgument,
  },
  params: ({ channel_id: channelId, limit = USUAL_LIMIT, cursor }) => ({
    stream_id: channelId,
    limit,
    before: cursor,
    allow_empty_topic_name: true,
  }),
  present({ topics }, { given }) {
    const shown = topics.map(({ name, max_id: id }) => ({ name, newest_message_id: id }));
    const { items, isWhole } = fitting(shown, (topic) => JSON.stringify(topic));
    const isAll = isWhole && shown.length < Number(given["limit"] ?? USUAL_LIMIT);
    const next = isAll ? undefined : items.at(-1)?.newest_message_id;
    return jsonOfOthers({ topics: items, next_cursor: next?.toString() });
  },
});

const listUsers = tool({
  name: "list_users",
  title: "List users",
  description: "People and bots of the organization, with the IDs by which one writes to them.",
  endpoint: getUsers,
  further: { name: nameArgument, cursor: cursorArgument },
  present: ({ members }, { given }) =>
    pageById(
      "users",
      members
        .filter((user) => user.is_active)
        .map((user) => ({ id: user.user_id, name: user.full_name, email: user.email, is_bot: user.is_bot })),
      given,
    ),
});

export const listTools = [listChannels, listTopics, listUsers];
