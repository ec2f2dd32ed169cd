import { useEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import { property, topics } from "../store.ts";
import { ChannelMark, channelName } from "../ui/names.tsx";
import { loadTopics } from "../ui/topics.ts";

/** Where a message in a channel goes: an existing topic or another one. */
export function TopicField({ channelId, topic }: { channelId: number; topic: { value: string } }) {
  const list = topics.value.get(channelId);
  useEffect(() => {
    if (list === undefined) void loadTopics(channelId);
  }, [channelId, list === undefined]);
  return (
    <div class="to">
      <ChannelMark channelId={channelId} /> <span>{channelName(channelId)}</span>
      <span class="chevron" aria-hidden="true">
        ›
      </span>
      <input
        class="topic-field"
        dir="auto"
        aria-label={t("Topic")}
        placeholder={property("realm_empty_topic_display_name", t("Topic"))}
        maxLength={property("max_topic_length", 60)}
        value={topic.value}
        onInput={(event) => (topic.value = event.currentTarget.value)}
        list="topics-here"
        autocomplete="off"
      />
      <datalist id="topics-here">
        {(list ?? []).slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
