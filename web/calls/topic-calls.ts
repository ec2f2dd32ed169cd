import { moveBox } from "../compose/box-identity.ts";
import { moveDraft } from "../compose/drafts.ts";
import { showRead } from "../feed/read-marks.ts";
import { placesOf, showUnread } from "../feed/show-unread.ts";
import { t, tn } from "../language/text.ts";
import { call } from "../link/http.ts";
import { conversationIn } from "../narrow/terms.ts";
import { type Conversation, isResolved, topicKey, type TopicPlace, unresolvedName } from "../state/conversation.ts";
import { POLICY } from "../state/user-topics.ts";
import { channels, current, topics, unread } from "../store.ts";
import { channelName, topicName } from "../ui/names.tsx";
import { go, hrefTo, hrefToChannel, route } from "../ui/route.ts";
import { optimistically } from "../ui/optimistic.ts";
import { attempt, showToast } from "../ui/toast.ts";

export const policyOf = ({ channelId, topic }: TopicPlace): number =>
  current.value.userTopics.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.none;

const DONE: Readonly<Record<number, string>> = {
  [POLICY.none]: t("This topic follows its channel’s setting."),
  [POLICY.muted]: t("Topic muted."),
  [POLICY.unmuted]: t("Topic unmuted."),
  [POLICY.followed]: t("You follow this topic."),
};

export async function setPolicy(place: TopicPlace, policy: number): Promise<void> {
  const before = policyOf(place);
  const save = (value: number) =>
    call("POST /user_topics", {
      stream_id: place.channelId,
      topic: place.topic,
      visibility_policy: value,
    });
  if (!(await attempt(() => save(policy)))) return;
  showToast(DONE[policy] ?? t("Done."), { action: { name: t("Undo"), run: () => void attempt(() => save(before)) } });
}

/** Mutes a topic; one that is muted, by itself or by its channel, is shown again. */
export function toggleMute(place: TopicPlace): Promise<void> {
  const isChannelMuted = channels.value.subscribed.get(place.channelId)?.is_muted === true;
  const policy = policyOf(place);
  if (policy === POLICY.muted) return setPolicy(place, isChannelMuted ? POLICY.unmuted : POLICY.none);
  if (isChannelMuted && policy === POLICY.none) return setPolicy(place, POLICY.unmuted);
  return setPolicy(place, isChannelMuted ? POLICY.none : POLICY.muted);
}

/** The newest message of a topic, by which the server is told which topic is meant. */
export async function newestIn({
  channelId,
  topic,
}: TopicPlace): Promise<{ id: number; timestamp: number } | undefined> {
  const { messages } = await call("GET /messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: "channel", operand: channelId },
      { operator: "topic", operand: topic },
    ],
    allow_empty_topic_name: true,
  });
  return messages.at(-1);
}

/** The whole topic gets another name, and the view of it goes along. */
export async function renameTopic(place: TopicPlace, topic: string, messageId: number): Promise<void> {
  await call("PATCH /messages/{message_id}", {
    message_id: messageId,
    topic,
    propagate_mode: "change_all",
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: topicKey(0, unresolvedName(topic)) !== topicKey(0, unresolvedName(place.topic)),
  });
  follow(place, { ...place, topic });
}

/** A long topic is deleted in several requests: each deletes what fits into its time, the newest first. */
export async function deleteTopic({ channelId, topic }: TopicPlace): Promise<void> {
  for (let isComplete = false; !isComplete;)
    isComplete = (await call("POST /streams/{stream_id}/delete_topic", { stream_id: channelId, topic_name: topic }))
      .complete;
  showToast(t("Topic deleted."));
}

/** Goes on to where a topic is now, if it is the one that is open. */
export function follow(from: TopicPlace, to: TopicPlace): void {
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  if (here?.kind !== "topic" || topicKey(here.channelId, here.topic) !== topicKey(from.channelId, from.topic)) return;
  const next: Conversation = { kind: "topic", ...to };
  if (moveDraft(here, next)) moveBox(here, next);
  go(hrefTo(next));
}

export async function toggleResolved(place: TopicPlace): Promise<void> {
  const name = isResolved(place.topic) ? unresolvedName(place.topic) : `✔ ${place.topic}`;
  const known = topics.value
    .get(place.channelId)
    ?.find((topic) => topicKey(0, topic.name) === topicKey(0, place.topic));
  const isDone = await attempt(async () => {
    const id = known?.newestId ?? (await newestIn(place))?.id;
    if (id === undefined) throw new TypeError("a topic without messages");
    await renameTopic(place, name, id);
  });
  if (!isDone) return;
  showToast(isResolved(name) ? t("Topic resolved.") : t("Topic unresolved."), {
    action: { name: t("Undo"), run: () => void toggleResolved({ ...place, topic: name }) },
  });
}

/** Unread messages of a channel or of one of its topics. */
export const unreadHere = (channelId: number, topic?: string): number[] =>
  [...unread.value.messages].flatMap(([id, place]) =>
    place.kind === "topic" &&
    place.channelId === channelId &&
    (topic === undefined || topicKey(channelId, place.topic) === topicKey(channelId, topic))
      ? [id]
      : [],
  );

/** Marks messages as read, with a way back. */
export async function markAllRead(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) {
    showToast(t("No unread messages here."));
    return;
  }
  const change = (op: "add" | "remove") => call("POST /messages/flags", { messages: [...ids], op, flag: "read" });
  const before = placesOf(ids);
  const isDone = await optimistically({
    show: () => showRead(ids),
    takeBack: () => showUnread(before),
    work: () => change("add"),
    type: "update_message_flags",
  });
  if (!isDone) return;
  showToast(tn(ids.length, "{count} message marked as read.", "{count} messages marked as read."), {
    action: { name: t("Undo"), run: () => void attempt(() => change("remove")) },
  });
}

export const linkToTopic = ({ channelId, topic }: TopicPlace): string =>
  `${location.origin}/${hrefTo({ kind: "topic", channelId, topic })}`;
export const linkToChannel = (channelId: number): string => `${location.origin}/${hrefToChannel(channelId)}`;

export const placeName = ({ channelId, topic }: TopicPlace): string =>
  `${channelName(channelId)} › ${topicName(topic)}`;
