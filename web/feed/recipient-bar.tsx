import { conversationOf } from "../state/conversation.ts";
import type { Hit } from "../narrow/messages.ts";
import { isSearchNarrow, type Narrow, narrowTo } from "../narrow/terms.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { ChannelMark, channelName, conversationName, topicName } from "../ui/names.tsx";
import { hrefOf, hrefToChannel, route } from "../ui/route.ts";
import { TopicLinks } from "./row-parts.ts";

/** Where the messages below are from, in views of several conversations. */
export function RecipientBar({ message, hit }: { message: Message; hit?: Hit | undefined }) {
  const conversation = conversationOf(message, current.value.ownId);
  const href = hrefOf([...narrowTo(conversation), ...placeOf(message)]);
  if (conversation.kind === "direct") {
    return (
      <p class="recipient">
        <a href={href} class="direct">
          {conversationName(conversation)}
        </a>
      </p>
    );
  }
  const { channelId, topic } = conversation;
  return (
    <p class="recipient">
      <a href={hrefToChannel(channelId)} class="channel">
        <ChannelMark channelId={channelId} /> <span class="name">{channelName(channelId)}</span>
      </a>
      <span class="chevron" aria-hidden="true">
        ›
      </span>
      <a href={href} class="topic">
        {hit?.subject === topic && hit.match_subject?.includes("<")
          ? withMarks(topic, hit.match_subject)
          : topicName(topic)}
      </a>
      {message.topic_links.length > 0 && <TopicLinks links={message.topic_links} />}
    </p>
  );
}

/** From what a search has found one goes to that message. */
const placeOf = ({ id }: Message): Narrow =>
  route.value.view === "narrow" && isSearchNarrow(route.value.narrow) ? [{ operator: "near", operand: id }] : [];

/** A text with the parts marked that are marked in its HTML. */
function withMarks(text: string, html: string) {
  let done = 0;
  return html.split(/<[^>]*>/).map((part, index) => {
    const { length } = part.replace(/&[^;]*;/g, "&");
    const own = text.slice(done, (done += length));
    return index % 2 === 1 ? <span class="highlight">{own}</span> : own;
  });
}
