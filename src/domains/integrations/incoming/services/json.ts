import type { Integration } from "../integration.ts";
import { blocks, bold, fencedText, cut, linkTo, linkableUrl, withoutMentions } from "../text.ts";

const MAX_CODE_LENGTH = 9000;
const MAX_TEXT_LENGTH = 9000;
const TOPIC = "JSON";

export const jsonIntegration: Integration = {
  name: "json",
  title: "Any JSON",
  about:
    "Whatever a service sends as JSON. Without further parameters the message shows all of it as code; parameters choose what is shown instead.",
  setup: [
    "Let the service send its JSON by `POST` to `{url}`.",
    "To choose what is shown, add parameters to the URL that say where it is in the JSON, as keys and positions with dots: `title_from` for the title, `text_from` for the text, which may use Markdown, `link_from` for the URL to which the title links, `topic_from` for the topic.",
    'For `{"alert": {"name": "Disk full", "hosts": ["db1"]}}`, `title_from=alert.name&text_from=alert.hosts.0` shows both.',
  ],
  events: { json: "Any JSON." },
  eventOf: () => "json",
  message(payload, _event, chosen) {
    const chosenText = (path: string | undefined) => (path === undefined ? "" : payload.text(path));
    const [title, url] = [chosenText(chosen.title), chosenText(chosen.link)];
    const heading = url === "" ? bold(title) : title === "" ? (linkableUrl(url) ?? "") : `**${linkTo(title, url)}**`;
    const text = cut(withoutMentions(chosenText(chosen.text)), MAX_TEXT_LENGTH);
    const shown = blocks(heading, text);
    const topic = chosenText(chosen.topic) || TOPIC;
    // A payload in which nothing of what was chosen is found is shown whole, so that its form can be seen.
    return {
      topic,
      content: shown === "" ? fencedText(JSON.stringify(payload.value, undefined, 2), MAX_CODE_LENGTH, "json") : shown,
    };
  },
};
