import { call } from "../link/http.ts";
import { reduceTopics } from "../state/topics.ts";
import { topics, withEventsMeanwhile } from "../store.ts";

/** Fetches the topics of a channel, which then follow the events. */
export async function loadTopics(channelId: number): Promise<void> {
  const { answer, meanwhile } = await withEventsMeanwhile(() =>
    call("GET /users/me/{stream_id}/topics", { stream_id: channelId, allow_empty_topic_name: true }),
  );
  const found = answer.topics.map(({ name, max_id }) => ({ name, newestId: max_id }));
  const sent = meanwhile.filter(({ type }) => type === "message");
  topics.value = sent.reduce(reduceTopics, new Map(topics.value).set(channelId, found));
}
