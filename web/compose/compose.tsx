import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { lazily } from "../ui/lazily.tsx";
import { channelName, conversationName, topicName } from "../ui/names.tsx";
import { boxOf } from "./box-identity.ts";
import { ComposeBox } from "./compose-box.tsx";
import { NewMessageButton, NewMessageHost } from "./new-message-host.tsx";
import { newMessage } from "./new-message-state.ts";
import { refusalFor } from "./refusal.ts";

/** The topic that is named for one channel is not meant for the next one: each has a box of its own. */
const ChannelBox = lazily(
  () => import("#web/compose/channel-box.tsx").then((part) => part.ChannelBox),
  <div class="compose-area later" />,
);

const TypingLine = lazily(
  () => import("#web/compose/typing-line.tsx").then((part) => part.TypingLine),
  <p class="typing" />,
);

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
  return channelId === undefined ? <NewMessageButton /> : <ChannelBox key={channelId} channelId={channelId} />;
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

const placeName = (conversation: Conversation): string =>
  conversation.kind === "topic"
    ? `${channelName(conversation.channelId)} › ${topicName(conversation.topic)}`
    : conversationName(conversation);
