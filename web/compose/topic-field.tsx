import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { isResolved } from "../state/conversation.ts";
import { property, topics } from "../store.ts";
import { comboboxField, NOTHING, useCombobox } from "../ui/combobox.ts";
import { isComposing } from "../ui/composing.ts";
import { bestOf } from "../ui/fit.ts";
import { ChannelMark, channelName } from "../ui/names.tsx";
import { loadTopics } from "../ui/topics.ts";
import { CandidateList } from "./candidate-list.tsx";
import type { Candidate } from "./candidates.ts";

const MAX_COUNT = 8;

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: { value: string };
  /** Where it takes the place of the field that had the focus. */
  readonly takesFocus?: boolean;
}

/** Where a message in a channel goes: an existing topic or another one. Enter leads on to the text. */
export function TopicField({ channelId, topic, takesFocus = false }: TopicFieldProps) {
  const list = topics.value.get(channelId);
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (list === undefined) void loadTopics(channelId);
  }, [channelId, list === undefined]);
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  const candidates = useComputed(() => (isOpen.value ? candidatesFor(channelId, topic.value) : []));
  const combobox = useCombobox<Candidate>({
    id: "topic-candidates",
    items: candidates,
    // What is typed may be a new topic, although others begin like it.
    marksFirst: false,
    choose({ insert }) {
      topic.value = insert;
      toText();
    },
    close: () => (isOpen.value = false),
  });
  const toText = () => field.current?.closest("form")?.querySelector("textarea")?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
    if (!combobox.onKey(event)) {
      if (event.key !== "Enter") return;
      toText();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class="to">
        <ChannelMark channelId={channelId} /> <span>{channelName(channelId)}</span>
        <span class="chevron" aria-hidden="true">
          ›
        </span>
        <input
          ref={field}
          class="topic-field"
          dir="auto"
          {...comboboxField(combobox)}
          aria-label={t("Topic")}
          placeholder={property("realm_empty_topic_display_name", t("Topic"))}
          maxLength={property("max_topic_length", 60)}
          value={topic.value}
          onInput={(event) => {
            topic.value = event.currentTarget.value;
            combobox.marked.value = NOTHING;
            isOpen.value = true;
          }}
          onBlur={() => (isOpen.value = false)}
          onKeyDown={onKeyDown}
        />
      </div>
      <CandidateList combobox={combobox} />
    </>
  );
}

/** Topics that fit what is typed; those that are open come before those that are resolved. */
function candidatesFor(channelId: number, text: string): readonly Candidate[] {
  if (text === "") return [];
  const all = topics.value.get(channelId) ?? [];
  const ordered = [...all.filter(({ name }) => !isResolved(name)), ...all.filter(({ name }) => isResolved(name))];
  return bestOf(ordered, ({ name }) => name, text, MAX_COUNT)
    .filter(({ name }) => name !== text)
    .map(({ name }) => ({ key: name, name, insert: name }));
}
