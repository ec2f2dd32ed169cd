import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { type Conversation, directWith } from "../state/conversation.ts";
import { current } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { go, hrefTo } from "../ui/route.ts";
import { ComposeBox } from "./compose-box.tsx";
import { newMessage } from "./new-message-state.ts";
import { type Recipient, RecipientField } from "./recipient-field.tsx";
import { TopicField } from "./topic-field.tsx";

/** The box for a message whose recipient is chosen in it: a topic of a channel, or people. */
export function NewMessageBox() {
  const kind = newMessage.value ?? "any";
  const recipient = useSignal<Recipient>({ channelId: undefined, userIds: [] });
  const topic = useSignal("");
  const { channelId, userIds } = recipient.value;
  const target = targetOf(recipient.value, topic.value);
  const close = () => (newMessage.value = undefined);
  const to = (
    <div class="to recipient-line">
      {channelId === undefined ? (
        <RecipientField key={kind} recipient={recipient} isForPeople={kind === "direct" || userIds.length > 0} />
      ) : (
        <>
          <TopicField channelId={channelId} topic={topic} takesFocus />
          <button
            type="button"
            class="icon-button"
            aria-label={t("Choose another recipient")}
            title={t("Choose another recipient")}
            onClick={() => (recipient.value = { channelId: undefined, userIds: [] })}
          >
            <Icon name="pencil" />
          </button>
        </>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t("Close")}
        title={t("Close (your text is kept)")}
        onClick={close}
      >
        <Icon name="x" />
      </button>
    </div>
  );
  return (
    <div class="compose-area">
      <ComposeBox
        target={target}
        draft="new message"
        label={t("Message")}
        to={to}
        onSent={() => {
          close();
          if (target !== undefined) go(hrefTo(target));
        }}
      />
      <p class="typing" />
    </div>
  );
}

function targetOf({ channelId, userIds }: Recipient, topic: string): Conversation | undefined {
  if (channelId !== undefined) return { kind: "topic", channelId, topic };
  return userIds.length === 0 ? undefined : directWith(userIds, current.value.ownId);
}
