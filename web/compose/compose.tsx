import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Conversation } from "../state/conversation.ts";
import { channels, current, property, send as sendMessage, setting } from "../store.ts";
import { isAllowed } from "../state/group-setting.ts";
import { Icon } from "../ui/icon.tsx";
import { channelName, conversationName, topicName } from "../ui/names.tsx";
import { go, hrefTo } from "../ui/route.ts";
import { draftFor, removeDraft, saveDraft } from "./drafts.ts";
import { Preview } from "./preview.tsx";
import { ScheduleButton, ScheduledNote, type ScheduledHere } from "./schedule-button.tsx";
import { replaceIn, replaceText, TextBox, type TextBoxHandle } from "./text-box.tsx";
import { Toolbar } from "./toolbar.tsx";
import { TypingLine } from "./typing-line.tsx";
import { noteTyping, stopTyping } from "./typing-notice.ts";
import { TopicField } from "./topic-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { createUploads, type UploadText } from "./uploads.ts";
import { FileButton, useDroppedFiles } from "./file-button.tsx";

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
  const isPreview = useSignal(false);
  const scheduled = useSignal<ScheduledHere | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(target);
  latest.current = target;
  const uploads = useMemo(() => createUploads(uploadText(box, latest, (value) => onInput(value))), []);
  useDroppedFiles(form, uploads.add);
  const isUploading = uploads.list.value.some(({ reason }) => reason === undefined);
  const canSend = text.value.trim() !== "" && !isTooLong && !isUploading;

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
    if (!canSend) return;
    sendMessage({
      localId: crypto.randomUUID(),
      conversation: target,
      content,
      time: Date.now(),
      progress: "waiting",
    });
    clear();
    if (isNewTopic) go(hrefTo(target));
  };
  const clear = () => {
    text.value = "";
    isPreview.value = false;
    scheduled.value = undefined;
    stopTyping();
    if (!isNewTopic) removeDraft(target);
    box.current?.focus();
  };
  const name = placeName(target);
  return (
    <form
      ref={form}
      class="compose"
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        uploads.add(files);
      }}
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
      {isPreview.value && <Preview text={text.value} />}
      <TextBox
        handle={box}
        isHidden={isPreview.value}
        value={text.value}
        label={isNewTopic ? "Message" : `Message to ${name}`}
        conversation={target}
        sendsOnEnter={setting("enter_sends", false)}
        onInput={onInput}
        onSend={send}
      />
      <UploadList uploads={uploads} />
      <ScheduledNote scheduled={scheduled} onUndo={onInput} />
      <Toolbar
        onStyle={(style) => box.current !== null && replaceIn(box.current, style)}
        more={
          <>
            <FileButton onFiles={uploads.add} />
            <button
              type="button"
              class="icon-button"
              aria-label="Preview"
              title="Preview"
              aria-pressed={isPreview.value}
              onClick={() => (isPreview.value = !isPreview.value)}
            >
              <Icon name="eye" />
            </button>
          </>
        }
      >
        {isTooLong && (
          <span class="failure" role="alert">
            {text.value.length - longest} characters too many
          </span>
        )}
        <ScheduleButton
          target={target}
          content={canSend ? text.value.trim() : ""}
          onScheduled={(made) => {
            clear();
            scheduled.value = made;
          }}
        />
        <button
          type="submit"
          class="primary"
          disabled={!canSend}
          title={setting("enter_sends", false) ? "Enter" : "Ctrl Enter"}
        >
          Send
        </button>
      </Toolbar>
    </form>
  );
}

/** Placeholders of files go into the box, or into the draft if the user has gone elsewhere before the file was there. */
const uploadText = (
  box: RefObject<TextBoxHandle | null>,
  target: RefObject<Conversation>,
  onInput: (value: string) => void,
): UploadText => ({
  insert(placeholder) {
    const element = box.current?.element;
    if (element === undefined) return;
    const before = element.value.slice(0, element.selectionStart);
    const gap = before === "" || /\s$/.test(before) ? "" : " ";
    element.setRangeText(`${gap}${placeholder} `, element.selectionStart, element.selectionEnd, "end");
    onInput(element.value);
  },
  replace(placeholder, link) {
    const element = box.current?.element;
    if (element !== undefined && replaceText(element, placeholder, link)) return;
    const conversation = target.current;
    if (conversation === null) return;
    void draftFor(conversation).then((draft) => {
      if (draft.includes(placeholder))
        saveDraft(
          conversation,
          draft.replace(placeholder, () => link),
        );
    });
  },
});
