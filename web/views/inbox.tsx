import { useComputed } from "@preact/signals";
import { withPart } from "../ui/parts.tsx";
import { Compose } from "../compose/compose.tsx";
import { number, t } from "../language/text.ts";
import { type Conversation, isResolved, keyOf } from "../state/conversation.ts";
import { channels, unread } from "../store.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { ChannelMark, channelName, conversationName } from "../ui/names.tsx";
import { hrefTo, hrefToChannel } from "../ui/route.ts";
import { isMutedTopic } from "../ui/visibility.ts";
import { TourHost } from "../tour/tour-host.tsx";
import { Header } from "../ui/header.tsx";

interface Waiting {
  readonly conversation: Conversation;
  readonly ids: number[];
  hasMention: boolean;
}

/** Home: what is unread, by conversation. */
export function Inbox() {
  const waiting = useComputed(waitingConversations);
  const direct = waiting.value.filter(({ conversation }) => conversation.kind === "direct");
  const byChannel = Map.groupBy(
    waiting.value.filter(({ conversation }) => conversation.kind === "topic"),
    ({ conversation }) => (conversation as Conversation & { kind: "topic" }).channelId,
  );
  const order = [...byChannel].sort(([a], [b]) => rank(a) - rank(b) || channelName(a).localeCompare(channelName(b)));
  return (
    <main class="column inbox" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name="inbox" /> {t("Inbox")}
        </h1>
        {waiting.value.length > 0 && (
          <button type="button" class="quiet" onClick={() => markRead(waiting.value.flatMap(({ ids }) => ids))}>
            <Icon name="checkCheck" /> {t("Mark all as read")}
          </button>
        )}
      </Header>
      <div class="scroll">
        <TourHost />
        {waiting.value.length === 0 && (
          <div class="empty">
            <Icon name="check" />
            <p>{t("Nothing is unread.")}</p>
            <p class="hint">{t("New messages show up here, by conversation.")}</p>
            <p>
              <a class="link" href="#recent">
                {t("See recent conversations")}
              </a>
            </p>
          </div>
        )}
        {direct.length > 0 && (
          <section>
            <h2>{t("Direct messages")}</h2>
            <ul>{direct.map(Entry)}</ul>
          </section>
        )}
        {order.map(([channelId, entries]) => (
          <section key={channelId}>
            <h2>
              <a href={hrefToChannel(channelId)}>
                <ChannelMark channelId={channelId} /> {channelName(channelId)}
              </a>
            </h2>
            <ul>{entries.map(Entry)}</ul>
          </section>
        ))}
      </div>
      <Compose conversation={undefined} channelId={undefined} />
    </main>
  );
}

/** With a way back, for those who have pressed the wrong button. */
const markRead = (ids: readonly number[]): void =>
  withPart(import("#web/calls/topic-calls.ts"), ({ markAllRead }) => markAllRead(ids));

const rank = (channelId: number): number => (channels.value.subscribed.get(channelId)?.pin_to_top === true ? 0 : 1);

function waitingConversations(): readonly Waiting[] {
  const found = new Map<string, Waiting>();
  for (const [id, conversation] of unread.value.messages) {
    if (isMutedTopic(conversation)) continue;
    const key = keyOf(conversation);
    const entry = found.get(key) ?? { conversation, ids: [], hasMention: false };
    found.set(key, entry);
    entry.ids.push(id);
    entry.hasMention ||= unread.value.mentions.has(id);
  }
  return [...found.values()].sort((a, b) => Math.max(...b.ids) - Math.max(...a.ids));
}

function Entry({ conversation, ids, hasMention }: Waiting) {
  const name = conversationName(conversation);
  return (
    <li key={keyOf(conversation)} class="entry">
      <a href={hrefTo(conversation)}>
        {conversation.kind === "direct" && <Avatar userId={conversation.userIds[0] ?? 0} name={name} class="small" />}
        <span class={`name ${conversation.kind === "topic" && isResolved(conversation.topic) ? "resolved" : ""}`}>
          {name}
        </span>
        {hasMention && (
          <span class="mention" title={t("You are mentioned")}>
            @<span class="visually-hidden">{t("You are mentioned")}</span>
          </span>
        )}
        <span class="badge">
          {number(ids.length)}
          <span class="visually-hidden"> {t("unread")}</span>
        </span>
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Mark {name} as read", { name })}
        title={t("Mark as read")}
        onClick={() => markRead(ids)}
      >
        <Icon name="check" />
      </button>
    </li>
  );
}
