import type { FunctionComponent } from "preact";
import { t, tc } from "../../language/text.ts";
import type { Channel } from "../../state/registered.ts";
import { channels } from "../../store.ts";
import { ChannelMark } from "../../ui/names.tsx";
import { hrefToChannel } from "../../ui/route.ts";
import { PlainPage, Tabs } from "../lists/plain-page.tsx";
import { General } from "./general.tsx";
import { ChannelPermissions } from "./permissions.tsx";
import { Personal } from "./personal.tsx";
import { PRIVACIES, privacyOf } from "./privacy.ts";
import { SubscribeButton } from "./subscribe-button.tsx";
import { Subscribers } from "./subscribers.tsx";

const CONTENTS: Readonly<Record<string, FunctionComponent<{ readonly channel: Channel }>>> = {
  general: General,
  permissions: ChannelPermissions,
  subscribers: Subscribers,
  personal: Personal,
};

/** Everything about one channel. */
export function ChannelPage({ channelId, tab }: { channelId: number; tab: string }) {
  const channel = channels.value.known.get(channelId);
  const above = { name: t("Channels"), href: "#channels" };
  if (channel === undefined)
    return (
      <PlainPage icon="hash" above={above} title={t("Unknown channel")}>
        <p>{t("This channel does not exist, or you cannot see it.")}</p>
      </PlainPage>
    );
  const isSubscribed = channels.value.subscribed.has(channelId);
  const open = CONTENTS[tab] === undefined || (tab === "personal" && !isSubscribed) ? "general" : tab;
  const Content = CONTENTS[open] as FunctionComponent<{ readonly channel: Channel }>;
  const tabs = [
    { path: "general", name: t("General") },
    { path: "permissions", name: t("Permissions") },
    { path: "subscribers", name: t("Subscribers"), count: channel.subscriber_count ?? 0 },
    ...(isSubscribed ? [{ path: "personal", name: t("For you") }] : []),
  ];
  return (
    <PlainPage icon="hash" above={above} title={channel.name}>
      <div class="card-head">
        <ChannelMark channelId={channelId} />
        <div class="row-text">
          <h2 dir="auto">{channel.name}</h2>
          <p class="hint">{PRIVACIES[privacyOf(channel)].name}</p>
        </div>
        <a class="secondary" href={hrefToChannel(channelId)}>
          {tc("verb", "Open")}
        </a>
        <SubscribeButton channel={channel} />
      </div>
      <Tabs label={t("About this channel")} tabs={tabs} open={open} base={`#channels/${channelId}`} />
      <Content key={open} channel={channel} />
    </PlainPage>
  );
}
