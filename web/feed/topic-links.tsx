import { useComputed } from "@preact/signals";
import { t } from "../language/text.ts";
import { keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import { messageIn } from "../state/message-map.ts";
import { messages } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { MORE_ICONS } from "../ui/more-icons.ts";

interface TopicLinksProps {
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

/** What the organization's linkifiers find in a topic, beside its name: that one leads to the topic itself. */
export const TopicLinks = ({ links }: TopicLinksProps) => (
  <>
    {links.map(({ text, url }) => {
      const label = t("Open {link}", { link: text });
      return (
        <a
          key={url}
          class="topic-link"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={label}
          title={label}
        >
          <Icon name={MORE_ICONS.arrowUpRight} />
        </a>
      );
    })}
  </>
);

/** The same for the topic that a view shows, as its newest message has them. The key is that of the narrow. */
export function LinksOfTopic({ narrow }: { readonly narrow: Narrow }) {
  const newest = useComputed(() => {
    const { byId, narrows } = messages.value;
    return messageIn(byId, narrows.get(keyOfNarrow(narrow))?.runs.at(-1)?.ids.at(-1) ?? -1);
  });
  return newest.value === undefined ? null : <TopicLinks links={newest.value.topic_links} />;
}
