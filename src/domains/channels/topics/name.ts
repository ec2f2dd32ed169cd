import { EMPTY_TOPIC_NAME } from "../../organization/properties.ts";

/** The empty topic as it goes to a client: those that do not know of it get a name instead. */
export const shownTopic = (topic: string, allowsEmpty: boolean): string =>
  topic === "" && !allowsEmpty ? EMPTY_TOPIC_NAME : topic;

/** The topic that is meant where an existing one is named. */
export const namedTopic = (name: string): string => (name === EMPTY_TOPIC_NAME ? "" : name);
