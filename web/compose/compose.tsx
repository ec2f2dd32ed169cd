import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Conversation } from "../state/conversation.ts";
import { channels, current, post, property, setting } from "../store.ts";
import { isAllowed } from "../state/group-setting.ts";
import { channelName, conversationName, topicName } from "../ui/names.tsx";
import { go, hrefTo } from "../ui/route.ts";
import { draftFor, removeDraft, saveDraft } from "./drafts.ts";
import { replaceIn, TextBox, type TextBoxHandle } from "./text-box.tsx";
import { Toolbar } from "./toolbar.tsx";
import { TypingLine } from "./typing-line.tsx";
import { noteTyping, stopTyping } from "./typing-notice.ts";
import { TopicField } from "./topic-field.tsx";

interface ComposeProps {
  /** Where a message goes, if the view shows one conversation. */
  readonly conversation: Conversation | undefined;
  /** A channel in which a topic is still to be named. */
  readonly channelId: number | undefined;
}

/** The box to write in. */
export function Compose({ conversation, channelId }: ComposeProps) {
  const topic = useSignal("");
  const target: Conversation | undefined =
    conversation ?? (channelId === undefined ? undefined : { kind: "topic", channelId, topic: topic.value });
  if (target === undefined) return null;
  const refusal = refusalFor(target);
  if (refusal !== undefined) return <p class="compose-refusal">{refusal}</p>;
  return (
    <div class="compose-area">
      <ComposeBox
        key={conversation === undefined ? `channel ${channelId}` : placeName(conversation)}
        target={target}
        isNewTopic={conversation === undefined}
        topic={topic}
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
  if (channel === undefined) return "This channel does not exist, or you cannot see it.";
  if (channel.is_archived) return "This channel is archived: nobody can write here.";
  const { ownId, groups } = current.value;
  return isAllowed(channel.can_send_message_group, ownId, groups)
    ? undefined
    : "You may read this channel, but not write in it.";
}

interface BoxProps {
  readonly target: Conversation;
  readonly isNewTopic: boolean;
  readonly topic: { value: string };
}

function ComposeBox({ target, isNewTopic, topic }: BoxProps) {
  const text = useSignal("");
  const box = useRef<TextBoxHandle>(null);
  const longest = property("max_message_length", 10_000);
  const isTooLong = text.value.length > longest;

  useEffect(() => {
    if (isNewTopic) return;
    void draftFor(target).then((draft) => {
      if (text.peek() === "") text.value = draft;
    });
    return stopTyping;
  }, []);

  const onInput = (value: string) => {
    text.value = value;
    if (isNewTopic) return;
    saveDraft(target, value);
    if (value !== "") noteTyping(target);
  };
  const send = () => {
    const content = text.value.trim();
    if (content === "" || isTooLong) return;
    post({
      kind: "send",
      outgoing: { localId: crypto.randomUUID(), conversation: target, content, time: Date.now(), progress: "waiting" },
    });
    text.value = "";
    stopTyping();
    if (isNewTopic) go(hrefTo(target));
    else removeDraft(target);
    box.current?.focus();
  };
  const name = placeName(target);
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isNewTopic && target.kind === "topic" ? (
        <TopicField channelId={target.channelId} topic={topic} />
      ) : (
        <p class="to">{name}</p>
      )}
      <TextBox
        handle={box}
        value={text.value}
        label={isNewTopic ? "Message" : `Message to ${name}`}
        conversation={target}
        sendsOnEnter={setting("enter_sends", false)}
        onInput={onInput}
        onSend={send}
      />
      <Toolbar onStyle={(style) => box.current !== null && replaceIn(box.current, style)}>
        {isTooLong && (
          <span class="failure" role="alert">
            {text.value.length - longest} characters too many
          </span>
        )}
        <button
          type="submit"
          class="primary"
          disabled={text.value.trim() === "" || isTooLong}
          title={setting("enter_sends", false) ? "Enter" : "Ctrl Enter"}
        >
          Send
        </button>
      </Toolbar>
    </form>
  );
}
