import { type Conversation, topicKey } from "../state/conversation.ts";
import type { State } from "../state/state.ts";
import { POLICY } from "../state/user-topics.ts";

/** What `desktop_icon_count_display` counts. */
const COUNT = { all: 1, followed: 2, direct: 3, none: 4 } as const;

/** The number in the title and on the icon. */
export function countFor(state: State, isMuted: (place: Conversation) => boolean): number {
  const policy = state.personal.settings["desktop_icon_count_display"] ?? COUNT.all;
  if (policy === COUNT.none) return 0;
  let count = 0;
  for (const [id, place] of state.unread.messages) {
    const mentionsUser = state.unread.mentions.has(id);
    const isFollowed =
      place.kind === "topic" &&
      state.userTopics.get(topicKey(place.channelId, place.topic))?.visibility_policy === POLICY.followed;
    const counts =
      place.kind === "direct"
        ? !isMuted(place)
        : mentionsUser || (policy === COUNT.all && !isMuted(place)) || (policy === COUNT.followed && isFollowed);
    if (counts) count += 1;
  }
  return count;
}
