import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Compose } from "../../compose/compose.tsx";
import { t } from "../../language/text.ts";
import { inBackground } from "../../link/background.ts";
import { keyOf } from "../../state/conversation.ts";
import { type RecentConversation, recentConversations } from "../../state/recent.ts";
import { channels, current, registration, topics, unread, unreadIds } from "../../store.ts";
import { Header } from "../../ui/header.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { conversationName } from "../../ui/names.tsx";
import { openMenu } from "../../ui/open.ts";
import { loadTopics } from "../../ui/topics.ts";
import { isMutedTopic } from "../../ui/visibility.ts";
import { type Kind, passes, toggled } from "./conversation-filter.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { FilterBar, NothingFound } from "./filter-bar.tsx";
import { filterContext, kindChoices } from "./kinds.ts";
import { fetchMissing, fetchParticipated, fetchRecent, participants } from "./newest.ts";
import { RowList } from "./row-list.tsx";

/** What one looks through; Ctrl K finds the rest. */
const MAX_COUNT = 2000;
/** Each channel is a request: those of late are enough. */
const MAX_CHANNELS = 40;

const OFFERED: readonly Kind[] = ["direct", "topics", "unread", "followed", "participated"];

/** What is chosen stays while one goes to and fro. */
let chosen: readonly Kind[] = [];

/** Conversations by their newest message, whether it has been read or not. */
export function Recent() {
  const [text, kinds] = [useSignal(""), useSignal(chosen)];
  const scroller = useRef<HTMLDivElement>(null);
  const all = useComputed(() =>
    recentConversations(current.value, topics.value, MAX_COUNT).filter(
      ({ conversation }) => !isMutedTopic(conversation),
    ),
  );
  const shown = useComputed(() => filtered(all.value, text.value, kinds.value));
  const people = useComputed(participants);
  const choose = (next: readonly Kind[]) => {
    chosen = next;
    kinds.value = next;
    if (next.includes("participated")) void inBackground(fetchParticipated());
  };
  useEffect(() => void loadMissingTopics());
  useEffect(() => void inBackground(fetchRecent()), [registration.value]);
  return (
    <main class="column recent" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name="history" /> {t("Recent conversations")}
        </h1>
      </Header>
      <div class="scroll" ref={scroller}>
        {all.value.length === 0 ? (
          <div class="empty">
            <p>{t("No messages yet.")}</p>
            <p class="hint">{t("Choose a channel on the left, name a topic and write the first message.")}</p>
          </div>
        ) : (
          <FilterBar
            label={t("Filter recent conversations")}
            text={text}
            choices={kindChoices(OFFERED, kinds.value, (kind) => choose(toggled(kinds.value, kind)))}
          />
        )}
        {all.value.length > 0 && shown.value.length === 0 && (
          <NothingFound
            text={t("No conversations match these filters.")}
            onClear={() => {
              text.value = "";
              choose([]);
            }}
          />
        )}
        <RowList
          label={t("Recent conversations")}
          items={shown.value}
          keyOf={({ conversation }) => keyOf(conversation)}
          scroller={scroller}
          onDrawn={(items) => void fetchMissing(items.map(({ newestId }) => newestId))}
        >
          {(recent) => <Entry {...recent} people={peopleOf(recent, people.value)} />}
        </RowList>
      </div>
      <Compose conversation={undefined} channelId={undefined} />
    </main>
  );
}

function filtered(all: readonly RecentConversation[], text: string, kinds: readonly Kind[]) {
  if (text === "" && kinds.length === 0) return all;
  const context = filterContext();
  return all.filter(({ conversation }) => {
    const ids = unreadIds.value.get(keyOf(conversation)) ?? [];
    const hasMention = ids.some((id) => unread.value.mentions.has(id));
    return passes({ conversation, isUnread: ids.length > 0, hasMention }, text, kinds, context);
  });
}

const peopleOf = ({ conversation }: RecentConversation, found: ReadonlyMap<string, readonly number[]>) =>
  conversation.kind === "direct" ? conversation.userIds : (found.get(keyOf(conversation)) ?? []);

function Entry({ conversation, newestId, people }: RecentConversation & { readonly people: readonly number[] }) {
  return (
    <ConversationRow conversation={conversation} newestId={newestId} people={people} showsChannel>
      {conversation.kind === "topic" && (
        <MoreButton
          label={t("Actions for the topic {topic}", { topic: conversationName(conversation) })}
          onOpen={(at) => openMenu("topic", conversation, at)}
        />
      )}
    </ConversationRow>
  );
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
