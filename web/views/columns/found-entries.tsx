import { type Signal, useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { t, tn } from "../../language/text.ts";
import { current, people, topics } from "../../store.ts";
import { channelSections } from "../../ui/channel-sections.ts";
import { foldName } from "../../ui/fit.ts";
import { conversationName, topicName } from "../../ui/names.tsx";
import { ChannelEntry } from "./channel-entry.tsx";
import { DirectEntry } from "./direct-messages.tsx";

/** So many are shown of each kind: who types one more letter sees fewer. */
const MAX_SHOWN = 50;
const MAX_TOPICS = 6;

interface FoundChannel {
  readonly channelId: number;
  readonly topics: readonly string[];
}

/** Direct conversations, channels and topics that are here, in whose names each word of a text occurs. */
export function FoundEntries({ text }: { readonly text: Signal<string> }) {
  const words = foldName(text.value).split(/\s+/).filter(Boolean);
  const fits = (folded: string) => words.every((word) => folded.includes(word));
  const named = useNames();
  const direct = named.direct.filter(({ folded }) => fits(folded));
  const found = named.channels.flatMap(({ channelId, folded, topics: listed }): FoundChannel[] => {
    const fitting = listed.filter((topic) => fits(topic.folded)).slice(0, MAX_TOPICS);
    const isFound = fits(folded) || fitting.length > 0;
    return isFound ? [{ channelId, topics: fitting.map(({ name }) => name) }] : [];
  });
  const count = direct.length + found.length;
  const hidden = Math.max(0, direct.length - MAX_SHOWN) + Math.max(0, found.length - MAX_SHOWN);
  // Keys lead to the conversation, and the column is as it was; under a pointer it stays as it is.
  const onClick = ({ detail, target }: MouseEvent) => {
    if (detail === 0 && target instanceof Element && target.closest("a") !== null) text.value = "";
  };
  return (
    <div class="found" onClick={onClick}>
      <p class="visually-hidden" role="status">
        {tn(count, "{count} conversation found", "{count} conversations found")}
      </p>
      {count === 0 && <p class="hint">{t("Nothing here is called so. Ctrl K searches everywhere.")}</p>}
      {direct.length > 0 && (
        <section>
          <h2>{t("Direct messages")}</h2>
          <ul>
            {direct.slice(0, MAX_SHOWN).map(({ userIds }) => (
              <DirectEntry key={userIds.join()} userIds={userIds} />
            ))}
          </ul>
        </section>
      )}
      {found.length > 0 && (
        <section>
          <h2>{t("Channels")}</h2>
          <ul>
            {found.slice(0, MAX_SHOWN).map(({ channelId, topics: names }) => (
              <ChannelEntry key={channelId} channelId={channelId} isOpen={false} found={names} />
            ))}
          </ul>
        </section>
      )}
      {hidden > 0 && <p class="hint">{tn(hidden, "{count} more: type on.", "{count} more: type on.")}</p>}
    </div>
  );
}

/** The names as they are compared, made anew only where one of them has changed and not for each letter. */
function useNames() {
  const sections = useComputed(channelSections);
  const { recentDirects } = current.value;
  const direct = useMemo(
    () =>
      [...recentDirects.values()]
        .sort((a, b) => b.newestId - a.newestId)
        .map(({ userIds }) => ({ userIds, folded: foldName(conversationName({ kind: "direct", userIds })) })),
    [recentDirects, people.value],
  );
  const ofChannels = useMemo(
    () =>
      sections.value.flatMap(({ members }) =>
        members.map(({ stream_id: channelId, name }) => ({
          channelId,
          folded: foldName(name),
          topics: (topics.value.get(channelId) ?? []).map((topic) => ({
            name: topic.name,
            folded: foldName(topicName(topic.name)),
          })),
        })),
      ),
    [sections.value, topics.value],
  );
  return { direct, channels: ofChannels };
}
