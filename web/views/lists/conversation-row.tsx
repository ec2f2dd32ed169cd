import type { ComponentChildren } from "preact";
import { number, t, tc } from "../../language/text.ts";
import { textOf } from "../../notify/decide.ts";
import { type Conversation, isResolved, keyOf, topicKey, unresolvedName } from "../../state/conversation.ts";
import { messageIn } from "../../state/message-map.ts";
import type { Message } from "../../state/registered.ts";
import { POLICY } from "../../state/user-topics.ts";
import { current, messages, unread, unreadIds } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { ChannelMark, channelName, conversationName, nameOf, topicName } from "../../ui/names.tsx";
import { hrefTo } from "../../ui/route.ts";
import { isMutedTopic } from "../../ui/visibility.ts";
import { shortTime } from "../../ui/short-time.ts";

interface RowProps {
  readonly conversation: Conversation;
  readonly newestId: number;
  /** Where the list is not that of one channel. */
  readonly showsChannel?: boolean;
  readonly people?: readonly number[];
  /** Buttons at its end. */
  readonly children?: ComponentChildren;
}

/** A conversation in a list: where it is, who wrote last, what and when, and how much of it is unread. */
export function ConversationRow({ conversation, newestId, showsChannel = false, people = [], children }: RowProps) {
  const newest = messageIn(messages.value.byId, newestId);
  const ids = unreadIds.value.get(keyOf(conversation)) ?? [];
  const hasMention = ids.some((id) => unread.value.mentions.has(id));
  const isMuted = isMutedTopic(conversation);
  return (
    <div class={`conversation-row with-more ${ids.length > 0 ? "unread" : ""} ${isMuted ? "muted" : ""}`}>
      <a class="entry" href={hrefTo(conversation)}>
        <Avatar
          userId={newest?.sender_id ?? faceOf(conversation)}
          name={newest?.sender_full_name ?? ""}
          class="medium"
        />
        <span class="lines">
          <span class="place">
            {showsChannel && conversation.kind === "topic" && (
              <>
                <ChannelMark channelId={conversation.channelId} />
                <span class="channel">{channelName(conversation.channelId)}</span>
                <span class="chevron" aria-hidden="true">
                  ›
                </span>
              </>
            )}
            <Name conversation={conversation} />
            {hasMention && (
              <span class="mention" title={t("You are mentioned")}>
                @<span class="visually-hidden">{t("You are mentioned")}</span>
              </span>
            )}
          </span>
          <span class="hint snippet">
            {newest !== undefined && (
              <>
                <span class="sender">{senderOf(conversation, newest)}</span>
                <bdi>{textOf(newest.content).replaceAll("\n", " ")}</bdi>
              </>
            )}
          </span>
        </span>
        {people.length > 1 && <Faces people={people} />}
        <span class="end">
          <span class="hint time">{newest !== undefined && shortTime(newest.timestamp)}</span>
          <span class="counted">
            {ids.length > 0 && (
              <span class={hasMention || conversation.kind === "direct" ? "badge urgent" : "badge"}>
                {number(ids.length)}
                <span class="visually-hidden"> {t("unread")}</span>
              </span>
            )}
          </span>
        </span>
      </a>
      {children}
    </div>
  );
}

const faceOf = (conversation: Conversation): number =>
  conversation.kind === "direct" ? (conversation.userIds[0] ?? current.value.ownId) : 0;

/** Who wrote it, where that is not what the row is named after. */
function senderOf(conversation: Conversation, { sender_id: id, sender_full_name: name }: Message): string {
  if (id === current.value.ownId) return t("You: ");
  return conversation.kind === "direct" && conversation.userIds.length < 2 ? "" : `${name}: `;
}

/** The name with what the reader wants of a topic as signs. */
function Name({ conversation }: { readonly conversation: Conversation }) {
  if (conversation.kind === "direct") return <bdi class="name">{conversationName(conversation)}</bdi>;
  const { channelId, topic } = conversation;
  const policy = current.value.userTopics.get(topicKey(channelId, topic))?.visibility_policy;
  return (
    <>
      {isResolved(topic) && <Sign icon="check" name={tc("topic", "Resolved")} />}
      <bdi class={isResolved(topic) ? "name resolved" : "name"}>{topicName(unresolvedName(topic))}</bdi>
      {policy === POLICY.followed && <Sign icon={MORE_ICONS.bell} name={tc("topic", "Followed")} />}
      {isMutedTopic(conversation) && <Sign icon={MORE_ICONS.bellOff} name={tc("topic", "Muted")} />}
    </>
  );
}

const Sign = ({ icon, name }: { icon: Parameters<typeof Icon>[0]["name"]; name: string }) => (
  <span class="sign" title={name}>
    <Icon name={icon} />
    <span class="visually-hidden">{name}</span>
  </span>
);

const MAX_FACES = 4;

/** Who takes part. */
function Faces({ people }: { readonly people: readonly number[] }) {
  const names = people.map(nameOf).join(", ");
  return (
    <span class="row-faces" title={names}>
      <span class="visually-hidden">{t("With {names}", { names })}</span>
      {people.slice(0, MAX_FACES).map((userId) => (
        <Avatar key={userId} userId={userId} class="tiny" />
      ))}
      {people.length > MAX_FACES && (
        <span class="hint" aria-hidden="true">
          +{number(people.length - MAX_FACES)}
        </span>
      )}
    </span>
  );
}
