import type { ComponentChildren } from "preact";
import type { Conversation } from "../../state/conversation.ts";
import { t } from "../../language/text.ts";
import { Icon, type IconName, type IconPath } from "../../ui/icon.tsx";
import { ChannelMark, channelName, conversationName } from "../../ui/names.tsx";
import { hrefTo } from "../../ui/route.ts";
import { Header } from "../../ui/header.tsx";

interface KeptPageProps {
  readonly title: string;
  readonly icon: IconName | IconPath;
  /** What is said where there is nothing. */
  readonly empty: string;
  readonly hint: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** A page with a list of what is kept for later. */
export function KeptPage({ title, icon, empty, hint, count, children }: KeptPageProps) {
  return (
    <main class="column kept" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name={icon} /> {title}
        </h1>
      </Header>
      <div class="scroll">
        {count === 0 ? (
          <div class="empty">
            <p>{empty}</p>
            <p class="hint">{hint}</p>
          </div>
        ) : (
          <ul class="kept-list">{children}</ul>
        )}
      </div>
    </main>
  );
}

/** Where something was written, as a link. */
export function Place({ conversation }: { readonly conversation: Conversation | undefined }) {
  if (conversation === undefined) return <span class="hint">{t("Nowhere")}</span>;
  return (
    <a class="place" href={hrefTo(conversation)}>
      {conversation.kind === "topic" ? (
        <>
          <ChannelMark channelId={conversation.channelId} /> {channelName(conversation.channelId)} ›{" "}
        </>
      ) : (
        <Icon name="circleUser" />
      )}
      <bdi>{conversationName(conversation)}</bdi>
    </a>
  );
}
