import { inBackground } from "../link/background.ts";
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openMenu } from "../ui/open.ts";
import { Compose } from "../compose/compose.tsx";
import { fetchByIds } from "../feed/fetch-by-id.ts";
import { number, t } from "../language/text.ts";
import { textOf } from "../notify/decide.ts";
import { keyOf } from "../state/conversation.ts";
import { messageIn } from "../state/message-map.ts";
import { type RecentConversation, recentConversations } from "../state/recent.ts";
import { channels, current, messages, topics, unreadIds } from "../store.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { ChannelMark, channelName, conversationName } from "../ui/names.tsx";
import { hrefTo } from "../ui/route.ts";
import { clockTime, dayKey, dayName } from "../ui/time.ts";
import { isMutedTopic } from "../ui/visibility.ts";
import { loadTopics } from "../ui/topics.ts";
import { Header } from "../ui/header.tsx";

/** What one looks through; Ctrl K finds the rest. */
const SHOWN = 60;
/** Each channel is a request: those of late are enough. */
const MAX_CHANNELS = 40;

/** Conversations by their newest message, whether it has been read or not. */
export function Recent() {
  const list = useComputed(() =>
    recentConversations(current.value, topics.value, 3 * SHOWN)
      .filter(({ conversation }) => !isMutedTopic(conversation))
      .slice(0, SHOWN),
  );
  useEffect(() => void loadMissingTopics());
  useEffect(() => void loadMissingMessages(list.value));
  return (
    <main class="column recent" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name="history" /> {t("Recent conversations")}
        </h1>
      </Header>
      <div class="scroll">
        {list.value.length === 0 && (
          <div class="empty">
            <p>{t("Nobody has written anything yet.")}</p>
            <p class="hint">{t("Choose a channel on the left, name a topic, and write the first message.")}</p>
          </div>
        )}
        <ul>{list.value.map(Entry)}</ul>
      </div>
      <Compose conversation={undefined} channelId={undefined} />
    </main>
  );
}

function Entry({ conversation, newestId }: RecentConversation) {
  const key = keyOf(conversation);
  const name = conversationName(conversation);
  const newest = messageIn(messages.value.byId, newestId);
  const count = unreadIds.value.get(key)?.length ?? 0;
  return (
    <li key={key} class="with-more">
      <a class="entry" href={hrefTo(conversation)}>
        <Avatar userId={newest?.sender_id ?? 0} name={newest?.sender_full_name ?? "?"} class="small" />
        <span class="lines">
          <span class="place">
            {conversation.kind === "topic" && (
              <>
                <ChannelMark channelId={conversation.channelId} /> {channelName(conversation.channelId)}
                <span class="chevron" aria-hidden="true">
                  ›
                </span>
              </>
            )}
            <bdi class="name">{name}</bdi>
          </span>
          <span class="hint">
            {newest !== undefined && `${newest.sender_full_name}: ${textOf(newest.content).replaceAll("\n", " ")}`}
          </span>
        </span>
        {newest !== undefined && <span class="hint time">{whenOf(newest.timestamp)}</span>}
        {count > 0 && (
          <span class={conversation.kind === "direct" ? "badge urgent" : "badge"}>
            {number(count)}
            <span class="visually-hidden"> {t("unread")}</span>
          </span>
        )}
      </a>
      {conversation.kind === "topic" && (
        <MoreButton
          label={t("Actions for the topic {name}", { name })}
          onOpen={(at) => openMenu("topic", conversation, at)}
        />
      )}
    </li>
  );
}

const whenOf = (seconds: number): string =>
  dayKey(seconds) === dayKey(Date.now() / 1000) ? clockTime(seconds) : dayName(seconds);

/** What has been asked for, so that an answer without it does not lead to the same question. */
const asked = new Set<string>();

async function once(what: string, work: () => Promise<void>): Promise<void> {
  if (asked.has(what)) return;
  asked.add(what);
  // The view is drawn again with the next message, and asks then.
  await work().catch(() => asked.delete(what));
}

async function loadMissingTopics(): Promise<void> {
  const missing = [...channels.value.subscribed.values()]
    .filter(({ stream_id: id, is_archived, is_muted }) => !is_archived && !is_muted && !topics.value.has(id))
    .sort((a, b) => Number(b.is_recently_active) - Number(a.is_recently_active))
    .slice(0, MAX_CHANNELS);
  for (const { stream_id: id } of missing) {
    if (loading.has(id)) continue;
    loading.add(id);
    await inBackground(loadTopics(id));
    loading.delete(id);
  }
}

const loading = new Set<number>();

async function loadMissingMessages(list: readonly RecentConversation[]): Promise<void> {
  const { byId } = messages.value;
  const ids = list.map(({ newestId }) => newestId).filter((id) => messageIn(byId, id) === undefined);
  if (ids.length > 0) await once(ids.join(), () => fetchByIds(ids));
}
