import { openMenu } from "../ui/open.ts";
import { Compose } from "../compose/compose.tsx";
import { Feed } from "../feed/feed.tsx";
import { LinksOfTopic } from "../feed/row-parts.ts";
import { t } from "../language/text.ts";
import { channelIn, conditionsOf, conversationIn, isSearchNarrow, keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import { channels, current } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { lazily } from "../ui/lazily.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { plainText } from "../ui/plain-text.ts";
import { ChannelMark, channelName, conversationName, topicName } from "../ui/names.tsx";
import { hrefTo, hrefToChannel, hrefToTopics } from "../ui/route.ts";
import { Header } from "../ui/header.tsx";
import { titleOf } from "../ui/titles.ts";

/** Messages of a narrow, and below them the box to write in. */
export function Conversation({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow, current.value.ownId);
  const isSearch = isSearchNarrow(narrow);
  // What is found is of many places: a message has to be told its own.
  const channelId = isSearch ? undefined : channelIn(narrow);
  return (
    <main class={`column conversation ${isSearch ? "search" : ""}`} id="main" tabIndex={-1}>
      <Header>
        {isSearch ? (
          <>
            <h1 class="visually-hidden">{titleOf(narrow)}</h1>
            <SearchBar narrow={narrow} />
            <NarrowButton narrow={narrow} />
          </>
        ) : (
          <Title narrow={narrow} />
        )}
      </Header>
      <Feed narrow={narrow} label={t("Messages: {title}", { title: titleOf(narrow) })} />
      <Compose conversation={conversation} channelId={channelId} />
    </main>
  );
}

const SearchBar = lazily(() => import("#web/views/search-bar.tsx").then((part) => part.SearchBar));

const isChannelOrTopic = (narrow: Narrow): boolean =>
  conditionsOf(narrow).every(({ operator }) => operator === "channel" || operator === "topic");

const NarrowButton = ({ narrow }: { narrow: Narrow }) => (
  <MoreButton label={t("Actions for these messages")} onOpen={(at) => openMenu("narrow", { narrow }, at)} />
);

function Title({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow, current.value.ownId);
  const channelId = channelIn(narrow);
  if (conversation?.kind === "direct") {
    return (
      <>
        <h1>
          <Icon name={conversation.userIds.length > 1 ? "users" : "circleUser"} />
          <a href={hrefTo(conversation)}>{conversationName(conversation)}</a>
        </h1>
        <NarrowButton narrow={narrow} />
      </>
    );
  }
  if (channelId === undefined) {
    return (
      <>
        <h1>{titleOf(narrow)}</h1>
        <NarrowButton narrow={narrow} />
      </>
    );
  }
  return (
    <>
      <h1 class={conversation?.kind === "topic" ? "of-topic" : undefined}>
        <a href={hrefToChannel(channelId)} class="channel-title">
          <ChannelMark channelId={channelId} />
          <span>{channelName(channelId)}</span>
        </a>
        {conversation?.kind === "topic" && (
          <>
            <span class="chevron" aria-hidden="true">
              ›
            </span>
            <a href={hrefTo(conversation)} class="topic-title">
              {topicName(conversation.topic)}
            </a>
            <LinksOfTopic key={keyOfNarrow(narrow)} narrow={narrow} />
          </>
        )}
      </h1>
      {isChannelOrTopic(narrow) ? (
        <MoreButton
          label={conversation?.kind === "topic" ? t("Actions for this topic") : t("Actions for this channel")}
          onOpen={(at) =>
            conversation?.kind === "topic"
              ? openMenu("topic", conversation, at)
              : openMenu("channel", { channelId }, at)
          }
        />
      ) : (
        <NarrowButton narrow={narrow} />
      )}
      {conversation === undefined && (
        <a class="icon-button" href={hrefToTopics(channelId)} aria-label={t("All topics")} title={t("All topics")}>
          <Icon name="list" />
        </a>
      )}
      <p class="about">{plainText(channels.value.known.get(channelId)?.rendered_description ?? "")}</p>
    </>
  );
}
