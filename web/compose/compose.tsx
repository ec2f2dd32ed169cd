import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isAllowed } from "../state/group-setting.ts";
import { channels, current, setting } from "../store.ts";
import { channelName, conversationName, topicName } from "../ui/names.tsx";
import { go, hrefTo } from "../ui/route.ts";
import { boxOf } from "./box-identity.ts";
import { ComposeBox } from "./compose-box.tsx";
import { NewMessageButton, NewMessageHost } from "./new-message-host.tsx";
import { newMessage } from "./new-message-state.ts";
import { TopicField } from "./topic-field.tsx";
import { TypingLine } from "./typing-line.tsx";

interface ComposeProps {
  /** Where a message goes, if the view shows one conversation. */
  readonly conversation: Conversation | undefined;
  /** A channel in which a topic is still to be named. */
  readonly channelId: number | undefined;
}

/** The box to write in; where the view is of no conversation, a button that opens one. */
export function Compose({ conversation, channelId }: ComposeProps) {
  if (newMessage.value !== undefined) return <NewMessageHost />;
  if (conversation !== undefined) return <ComposeHere conversation={conversation} />;
  return channelId === undefined ? <NewMessageButton /> : <ComposeInChannel key={channelId} channelId={channelId} />;
}

function ComposeHere({ conversation }: { readonly conversation: Conversation }) {
  const refusal = refusalFor(conversation);
  if (refusal !== undefined) return <p class="compose-refusal">{refusal}</p>;
  const place = placeName(conversation);
  return (
    <div class="compose-area">
      <ComposeBox
        key={boxOf(conversation)}
        target={conversation}
        draft={conversation}
        label={t("Message to {place}", { place })}
        to={<p class="to">{place}</p>}
      />
      <TypingLine conversation={conversation} />
    </div>
  );
}

/** The topic that is named for one channel is not meant for the next one. */
function ComposeInChannel({ channelId }: { readonly channelId: number }) {
  const topic = useSignal("");
  const target: Conversation = { kind: "topic", channelId, topic: topic.value };
  const refusal = refusalFor(target);
  if (refusal !== undefined) return <p class="compose-refusal">{refusal}</p>;
  return (
    <div class="compose-area">
      <ComposeBox
        target={target}
        draft={`channel ${channelId}`}
        label={t("Message")}
        to={<TopicField channelId={channelId} topic={topic} />}
        onSent={() => setting("web_navigate_to_sent_message", true) && go(hrefTo(target))}
      />
      <TypingLine conversation={target} />
    </div>
  );
}

const placeName = (conversation: Conversation): string =>
  conversation.kind === "topic"
    ? `${channelName(conversation.channelId)} › ${topicName(conversation.topic)}`
    : conversationName(conversation);

/** Why somebody cannot write here, where they cannot. */
function refusalFor(target: Conversation): string | undefined {
  if (target.kind === "direct") return undefined;
  const channel = channels.value.known.get(target.channelId);
  if (channel === undefined) return t("This channel does not exist, or you cannot see it.");
  if (channel.is_archived) return t("This channel is archived: nobody can write here.");
  const { ownId, groups } = current.value;
  return isAllowed(channel.can_send_message_group, ownId, groups)
    ? undefined
    : t("You may read this channel, but not write in it.");
}
