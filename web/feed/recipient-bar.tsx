import { conversationOf } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { ChannelMark, channelName, conversationName, topicName } from "../ui/names.tsx";
import { hrefTo, hrefToChannel } from "../ui/route.ts";

/** Where the messages below are from, in views of several conversations. */
export function RecipientBar({ message }: { message: Message }) {
  const conversation = conversationOf(message, current.value.ownId);
  if (conversation.kind === "direct") {
    return (
      <p class="recipient">
        <a href={hrefTo(conversation)}>{conversationName(conversation)}</a>
      </p>
    );
  }
  const { channelId, topic } = conversation;
  return (
    <p class="recipient">
      <a href={hrefToChannel(channelId)} class="channel">
        <ChannelMark channelId={channelId} /> {channelName(channelId)}
      </a>
      <span class="chevron" aria-hidden="true">
        ›
      </span>
      <a href={hrefTo(conversation)} class="topic">
        {topicName(topic)}
      </a>
    </p>
  );
}
