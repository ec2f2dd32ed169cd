import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { MutedTopicsSchema, presentMuted, presentTopics, UserTopicSchema } from "./present.ts";
import { userTopics } from "./queries.ts";

export const topicSections = [
  section({
    wants: ["user_topic"],
    fields: { user_topics: Type.Array(Type.Object(UserTopicSchema)) },
    read: (sql, { realm, user }) => userTopics(sql, realm.id, user.id),
    present: (model, { capabilities }, topics) => ({
      user_topics: presentTopics(model, topics, capabilities.empty_topic_name),
    }),
  }),
  section({
    wants: ["muted_topics"],
    unless: "user_topic",
    fields: { muted_topics: MutedTopicsSchema },
    read: (sql, { realm, user }) => userTopics(sql, realm.id, user.id),
    present: (model, { user }, topics) => ({ muted_topics: presentMuted(model, user, topics) }),
  }),
];
