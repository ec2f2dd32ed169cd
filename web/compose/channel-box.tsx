import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { setting } from "../store.ts";
import { go, hrefTo } from "../ui/route.ts";
import { ComposeBox } from "./compose-box.tsx";
import { refusalFor } from "./refusal.ts";
import { TopicField } from "./topic-field.tsx";
import { TypingLine } from "./typing-line.tsx";

/** The box of a channel, in which the topic is named first. */
export function ChannelBox({ channelId }: { readonly channelId: number }) {
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
