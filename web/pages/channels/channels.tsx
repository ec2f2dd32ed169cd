import { useComputed, useSignal } from "@preact/signals";
import { t, tc, tn } from "../../language/text.ts";
import { isGuest, mayCreateAnyChannel } from "../../state/member-permissions.ts";
import type { Channel } from "../../state/registered.ts";
import { channels, current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark } from "../../ui/names.tsx";
import { plainText } from "../../ui/plain-text.ts";
import type { PageProps } from "../../ui/areas.ts";
import { PAGE_ICONS } from "../icons.ts";
import { ListTools } from "../lists/list-tools.tsx";
import { Paged } from "../lists/paged.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { browsed } from "./browse.ts";
import { ChannelPage } from "./channel-page.tsx";
import { CreateChannel } from "./create.tsx";
import { Folders } from "./folders.tsx";
import { PRIVACIES, privacyOf } from "./privacy.ts";
import { SubscribeButton } from "./subscribe-button.tsx";

/** All channels, a single one, a new one, and the folders they are in. */
export function ChannelPages({ path }: PageProps) {
  const [name = "", tab = "general"] = path;
  if (name === "new") return <CreateChannel />;
  if (name === "folders") return <Folders />;
  const id = Number.parseInt(name, 10);
  return Number.isNaN(id) ? <Browser /> : <ChannelPage key={id} channelId={id} tab={tab} />;
}

const FILTERS = [
  { value: "all", label: t("All channels") },
  { value: "subscribed", label: t("Subscribed") },
  { value: "others", label: t("Not subscribed") },
  { value: "archived", label: t("Archived") },
];
const ORDERS = [
  { value: "name", label: t("By name") },
  { value: "subscribers", label: t("Most subscribers") },
  { value: "traffic", label: t("Most messages per week") },
  { value: "newest", label: tc("sort order", "Newest") },
];

function Browser() {
  const [query, filter, sort] = [useSignal(""), useSignal("all"), useSignal("name")];
  const list = useComputed(() =>
    browsed(channels.value, { query: query.value, filter: filter.value, sort: sort.value }),
  );
  return (
    <PlainPage icon="hash" title={t("Channels")}>
      <ListTools
        label={t("Search channels")}
        query={query}
        filter={{ chosen: filter, choices: FILTERS }}
        sort={{ chosen: sort, choices: ORDERS }}
      >
        {!isGuest(current.value) && (
          <a class="secondary" href="#channels/folders">
            <Icon name={PAGE_ICONS.folder} /> {t("Folders")}
          </a>
        )}
        {mayCreateAnyChannel(current.value) && (
          <a class="primary" href="#channels/new">
            <Icon name="plus" /> {t("New channel")}
          </a>
        )}
      </ListTools>
      <p class="visually-hidden" role="status">
        {tn(list.value.length, "{count} channel", "{count} channels")}
      </p>
      <Paged
        key={`${filter.value} ${sort.value} ${query.value}`}
        label={t("Channels")}
        items={list.value}
        keyOf={({ stream_id }) => stream_id}
        empty={query.value === "" ? t("No channels here.") : t("No matching channels.")}
      >
        {(channel) => <ChannelLine channel={channel} />}
      </Paged>
    </PlainPage>
  );
}

function ChannelLine({ channel }: { channel: Channel }) {
  const { stream_id: id, name, subscriber_count = 0, stream_weekly_traffic: traffic } = channel;
  return (
    <div class="row-line">
      <ChannelMark channelId={id} />
      <div class="row-text">
        <a class="row-name" dir="auto" href={`#channels/${id}`}>
          {name}
        </a>
        {channel.invite_only && <span class="visually-hidden"> {PRIVACIES[privacyOf(channel)].name}</span>}
        <p class="hint one-line" dir="auto">
          {plainText(channel.rendered_description)}
        </p>
      </div>
      <p class="row-facts hint">
        <span>{tn(subscriber_count, "{count} subscriber", "{count} subscribers")}</span>
        {traffic !== null && <span>{tn(traffic, "{count} message a week", "{count} messages per week")}</span>}
      </p>
      <SubscribeButton channel={channel} />
    </div>
  );
}
