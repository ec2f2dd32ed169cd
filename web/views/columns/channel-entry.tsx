import { inBackground } from "../../link/background.ts";
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openMenu } from "../../ui/open.ts";
import { number, t, tn } from "../../language/text.ts";
import { conversationIn } from "../../narrow/terms.ts";
import { isResolved, topicKey, unresolvedName } from "../../state/conversation.ts";
import { channels, connection, current, setting, topics, unread, unreadIds } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { ChannelMark, topicName } from "../../ui/names.tsx";
import { hrefTo, hrefToChannel, hrefToTopics, route } from "../../ui/route.ts";
import { loadTopics } from "../../ui/topics.ts";
import { isMutedTopic } from "../../ui/visibility.ts";

/** A channel in the navigation; the one that is open shows its topics. */
export function ChannelEntry({ channelId, isOpen }: { channelId: number; isOpen: boolean }) {
  const subscription = channels.value.subscribed.get(channelId);
  const counts = useComputed(() => unreadOf(channelId));
  if (subscription === undefined) return null;
  const isCurrent =
    isOpen && route.value.view === "narrow" && conversationIn(route.value.narrow, current.value.ownId) === undefined;
  const { count, hasMention } = counts.value;
  return (
    <li class="with-more">
      <a
        class={`entry ${subscription.is_muted ? "muted" : ""} ${isOpen ? "open" : ""}`}
        href={hrefToChannel(channelId)}
        aria-current={isCurrent ? "page" : undefined}
      >
        <ChannelMark channelId={channelId} />
        <span class="name">{subscription.name}</span>
        {count > 0 && <span class={hasMention ? "badge urgent" : "badge"}>{number(count)}</span>}
      </a>
      <MoreButton
        label={t("Actions for the channel {name}", { name: subscription.name })}
        onOpen={(at) => openMenu("channel", { channelId }, at)}
      />
      {isOpen && <TopicList channelId={channelId} />}
    </li>
  );
}

/** Whose unread messages `web_stream_unreads_count_display_policy` counts. */
const COUNTED = { all: 1, unmuted: 2 } as const;

export function unreadOf(channelId: number): { count: number; hasMention: boolean } {
  const policy = setting<number>("web_stream_unreads_count_display_policy", COUNTED.unmuted);
  let [count, hasMention] = [0, false];
  for (const [id, place] of unread.value.messages) {
    if (place.kind !== "topic" || place.channelId !== channelId) continue;
    if (policy !== COUNTED.all && isMutedTopic(place)) continue;
    const isMention = unread.value.mentions.has(id);
    if (isMention || policy === COUNTED.all || policy === COUNTED.unmuted) count += 1;
    hasMention ||= isMention;
  }
  return { count, hasMention };
}

/** So many topics are shown besides those with something unread. */
const SHOWN = 6;

function TopicList({ channelId }: { channelId: number }) {
  const list = topics.value.get(channelId);
  useEffect(() => {
    if (list === undefined) void inBackground(loadTopics(channelId));
    // What could not be fetched is fetched when there is a connection again.
  }, [channelId, list === undefined, connection.value]);
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  const openKey = here?.kind === "topic" ? topicKey(here.channelId, here.topic) : "";
  const countOf = (name: string) => unreadIds.value.get(topicKey(channelId, name))?.length ?? 0;
  const visible = (list ?? []).filter(
    ({ name }, index) =>
      index < SHOWN ||
      topicKey(channelId, name) === openKey ||
      (countOf(name) > 0 && !isMutedTopic({ kind: "topic", channelId, topic: name })),
  );
  return (
    <ul class="topics">
      {visible.map(({ name }) => {
        const key = topicKey(channelId, name);
        const isMuted = isMutedTopic({ kind: "topic", channelId, topic: name });
        const ids = unreadIds.value.get(key) ?? [];
        const hasMention = ids.some((id) => unread.value.mentions.has(id));
        return (
          <li key={key} class="with-more">
            <a
              class={`entry topic ${isMuted ? "muted" : ""}`}
              href={hrefTo({ kind: "topic", channelId, topic: name })}
              aria-current={key === openKey ? "page" : undefined}
            >
              {isResolved(name) && <Icon name="check" />}
              <span class="name">{topicName(unresolvedName(name))}</span>
              {ids.length > 0 && <span class={hasMention ? "badge urgent" : "badge"}>{number(ids.length)}</span>}
            </a>
            <MoreButton
              label={t("Actions for the topic {name}", { name: topicName(name) })}
              onOpen={(at) => openMenu("topic", { channelId, topic: name }, at)}
            />
          </li>
        );
      })}
      {list !== undefined && list.length > visible.length && (
        <li>
          <a class="entry topic more" href={hrefToTopics(channelId)}>
            {tn(list.length - visible.length, "{count} more topic", "{count} more topics")}
          </a>
        </li>
      )}
    </ul>
  );
}
