import { inBackground } from "../../link/background.ts";
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openMenu } from "../../ui/open.ts";
import { number, t, tn } from "../../language/text.ts";
import { conversationIn } from "../../narrow/terms.ts";
import { isResolved, topicKey, unresolvedName } from "../../state/conversation.ts";
import { channels, connection, current, topics, unread, unreadIds } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { ChannelMark, topicName } from "../../ui/names.tsx";
import { hrefTo, hrefToChannel, hrefToTopics, route } from "../../ui/route.ts";
import { loadTopics } from "../../ui/topics.ts";
import { isMutedTopic } from "../../ui/visibility.ts";
import { unreadOf } from "./channel-unread.ts";

interface ChannelEntryProps {
  readonly channelId: number;
  readonly isOpen: boolean;
  /** The topics to show instead of those of the channel that is open. */
  readonly found?: readonly string[];
}

/** A channel in the navigation; the one that is open shows its topics. */
export function ChannelEntry({ channelId, isOpen, found }: ChannelEntryProps) {
  // Of 300 channels one changes at a time.
  const subscription = useComputed(() => channels.value.subscribed.get(channelId)).value;
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
        label={t("Actions for the channel {channel}", { channel: subscription.name })}
        onOpen={(at) => openMenu("channel", { channelId }, at)}
      />
      {isOpen && found === undefined && <TopicList channelId={channelId} />}
      {found !== undefined && found.length > 0 && (
        <ul class="topics">
          {found.map((name) => (
            <TopicEntry key={name} channelId={channelId} name={name} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** So many topics are shown besides those with something unread. */
const SHOWN = 6;

function TopicList({ channelId }: { channelId: number }) {
  const list = topics.value.get(channelId);
  useEffect(() => {
    if (list === undefined) void inBackground(loadTopics(channelId));
    // What could not be fetched is fetched when there is a connection again.
  }, [channelId, list === undefined, connection.value]);
  const openKey = openTopic();
  const countOf = (name: string) => unreadIds.value.get(topicKey(channelId, name))?.length ?? 0;
  const visible = (list ?? []).filter(
    ({ name }, index) =>
      index < SHOWN ||
      topicKey(channelId, name) === openKey ||
      (countOf(name) > 0 && !isMutedTopic({ kind: "topic", channelId, topic: name })),
  );
  return (
    <ul class="topics">
      {visible.map(({ name }) => (
        <TopicEntry key={name} channelId={channelId} name={name} />
      ))}
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

/** The topic that is open, by its key. */
function openTopic(): string {
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  return here?.kind === "topic" ? topicKey(here.channelId, here.topic) : "";
}

function TopicEntry({ channelId, name }: { readonly channelId: number; readonly name: string }) {
  const key = topicKey(channelId, name);
  const isMuted = isMutedTopic({ kind: "topic", channelId, topic: name });
  const ids = unreadIds.value.get(key) ?? [];
  const hasMention = ids.some((id) => unread.value.mentions.has(id));
  return (
    <li class="with-more">
      <a
        class={`entry topic ${isMuted ? "muted" : ""}`}
        href={hrefTo({ kind: "topic", channelId, topic: name })}
        aria-current={key === openTopic() ? "page" : undefined}
      >
        {isResolved(name) && <Icon name="check" />}
        <span class="name">{topicName(unresolvedName(name))}</span>
        {ids.length > 0 && <span class={hasMention ? "badge urgent" : "badge"}>{number(ids.length)}</span>}
      </a>
      <MoreButton
        label={t("Actions for the topic {topic}", { topic: topicName(name) })}
        onOpen={(at) => openMenu("topic", { channelId, topic: name }, at)}
      />
    </li>
  );
}
