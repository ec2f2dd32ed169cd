import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t, tc, tn } from "../../language/text.ts";
import { inBackground } from "../../link/background.ts";
import { topicKey } from "../../state/conversation.ts";
import type { Topic } from "../../state/topics.ts";
import { POLICY } from "../../state/user-topics.ts";
import { channels, connection, current, topics, unreadIds } from "../../store.ts";
import { Header } from "../../ui/header.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { ChannelMark, channelName, topicName } from "../../ui/names.tsx";
import { openMenu } from "../../ui/open.ts";
import { hrefToChannel } from "../../ui/route.ts";
import { loadTopics } from "../../ui/topics.ts";
import { isMutedTopic } from "../../ui/visibility.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { FilterBar, NothingFound } from "./filter-bar.tsx";
import { fetchMissing, participants } from "./newest.ts";
import { RowList } from "./row-list.tsx";
import { filteredTopics, TOPIC_FILTERS, type TopicFacts, type TopicFilter } from "./topic-filter.ts";

const names = (): Readonly<Record<TopicFilter, string>> => ({
  all: t("All"),
  unread: t("Unread"),
  followed: tc("topic", "Followed"),
  unresolved: tc("topic", "Unresolved"),
  resolved: tc("topic", "Resolved"),
  muted: tc("topic", "Muted"),
});

/** All topics of a channel, the newest first, with what one needs to find one of thousands. */
export function AllTopics({ channelId }: { readonly channelId: number }) {
  const [text, filter] = [useSignal(""), useSignal<TopicFilter>("all")];
  const scroller = useRef<HTMLDivElement>(null);
  const list = topics.value.get(channelId);
  useEffect(() => {
    if (list === undefined) void inBackground(loadTopics(channelId));
  }, [channelId, list === undefined, connection.value]);
  const shown = useComputed(() => topicsFor(channelId, text.value, filter.value));
  const people = useComputed(participants);
  const channel = channels.value.known.get(channelId);
  return (
    <main class="column topics-page" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <a href={hrefToChannel(channelId)} class="channel-title">
            <ChannelMark channelId={channelId} />
            <span>{channelName(channelId)}</span>
          </a>
          <span class="chevron" aria-hidden="true">
            ›
          </span>
          <span>{t("All topics")}</span>
        </h1>
        <a class="quiet" href={hrefToChannel(channelId)}>
          <Icon name="plus" /> {t("New topic")}
        </a>
      </Header>
      <div class="scroll" ref={scroller} aria-busy={list === undefined && channel !== undefined}>
        {channel === undefined ? (
          <p class="empty">{t("This channel does not exist, or you cannot see it.")}</p>
        ) : (
          <FilterBar
            label={t("Find a topic")}
            takesFocus
            text={text}
            choices={TOPIC_FILTERS.map((key) => ({
              key,
              name: names()[key],
              isOn: filter.value === key,
              toggle: () => (filter.value = key),
            }))}
          />
        )}
        {list !== undefined && (
          <p class="hint list-count" role="status">
            {tn(shown.value.length, "{count} topic", "{count} topics")}
          </p>
        )}
        {list?.length === 0 && <p class="empty">{t("No messages yet.")}</p>}
        {list !== undefined && list.length > 0 && shown.value.length === 0 && (
          <NothingFound
            text={t("No topics match these filters.")}
            onClear={() => {
              text.value = "";
              filter.value = "all";
            }}
          />
        )}
        <RowList
          label={t("All topics")}
          items={shown.value}
          keyOf={({ name }) => topicKey(channelId, name)}
          scroller={scroller}
          onDrawn={(items) => void fetchMissing(items.map(({ newestId }) => newestId))}
        >
          {({ name, newestId }) => (
            <ConversationRow
              conversation={{ kind: "topic", channelId, topic: name }}
              newestId={newestId}
              people={people.value.get(topicKey(channelId, name)) ?? []}
            >
              <MoreButton
                label={t("Actions for the topic {topic}", { topic: topicName(name) })}
                onOpen={(at) => openMenu("topic", { channelId, topic: name }, at)}
              />
            </ConversationRow>
          )}
        </RowList>
      </div>
    </main>
  );
}

const topicsFor = (channelId: number, text: string, filter: TopicFilter): readonly Topic[] =>
  filteredTopics(topics.value.get(channelId) ?? [], { text, filter }, (topic) => factsOf(channelId, topic), topicName);

function factsOf(channelId: number, { name }: Topic): TopicFacts {
  const key = topicKey(channelId, name);
  return {
    unreadCount: unreadIds.value.get(key)?.length ?? 0,
    isFollowed: current.value.userTopics.get(key)?.visibility_policy === POLICY.followed,
    isMuted: isMutedTopic({ kind: "topic", channelId, topic: name }),
  };
}
