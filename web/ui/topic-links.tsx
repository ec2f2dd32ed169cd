import { t } from "../language/text.ts";
import { Icon } from "./icon.tsx";

interface TopicLinksProps {
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

/** What the organization's linkifiers find in a topic, beside its name: that one leads to the topic itself. */
export const TopicLinks = ({ links }: TopicLinksProps) => (
  <>
    {links.map(({ text, url }) => {
      const label = t("Open {text}", { text });
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
          <Icon name="arrowUpRight" />
        </a>
      );
    })}
  </>
);
