import { type TObject, Type } from "#platform/schema/type.ts";
import type { EventKind, SchemaFields } from "#engine/log/event-kinds.ts";
import { shownTopic } from "./topic.ts";
import { MutedTopicsSchema, UserTopicSchema, presentMuted, presentTopics } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { userTopics } from "./queries.ts";

export const topicPolicyChanged = {
  type: "user_topic",
  scope: "personal:read",
  summary: "The user wants something else of a topic; policy 0 means nothing in particular.",
  schema: Type.Object({ type: Type.Literal("user_topic"), ...UserTopicSchema }),
  render: (event, { capabilities }) => ({
    ...event,
    topic_name: shownTopic(event.topic_name, capabilities.empty_topic_name),
  }),
} as const satisfies EventKind<SchemaFields<TObject<typeof UserTopicSchema>>>;

export const mutedTopicsChanged = {
  type: "muted_topics",
  scope: "personal:read",
  summary: "The topics that the user has muted, for clients that do not ask for `user_topic`.",
  schema: Type.Object({ type: Type.Literal("muted_topics"), muted_topics: MutedTopicsSchema }),
  isFor: ({ options }) => options.eventTypes?.includes("user_topic") !== true,
} as const satisfies EventKind;

export const topicEvents = [topicPolicyChanged, mutedTopicsChanged] as const satisfies readonly EventKind[];

export const topicSections = [
  section({
    scope: "personal:read",
    wants: ["user_topic"],
    fields: { user_topics: Type.Array(Type.Object(UserTopicSchema)) },
    read: (sql, { realm, user }) => userTopics(sql, realm.id, user.id),
    present: (model, { capabilities }, topics) => ({
      user_topics: presentTopics(model, topics, capabilities.empty_topic_name),
    }),
  }),
  section({
    scope: "personal:read",
    wants: ["muted_topics"],
    unless: "user_topic",
    fields: { muted_topics: MutedTopicsSchema },
    read: (sql, { realm, user }) => userTopics(sql, realm.id, user.id),
    present: (model, { user }, topics) => ({ muted_topics: presentMuted(model, user, topics) }),
  }),
];
