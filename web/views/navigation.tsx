import { useComputed } from "@preact/signals";
import { channelIn } from "../narrow/terms.ts";
import type { Subscription } from "../state/registered.ts";
import { channels, current, property, setting, unread } from "../store.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { hrefOf, route } from "../ui/route.ts";
import { isMutedTopic } from "../ui/visibility.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import { DirectMessages } from "./direct-messages.tsx";
import { AccountMenu } from "./account-menu.tsx";

/** The column on the left: views, channels by folder, direct messages. */
export function Navigation() {
  const sections = useComputed(channelSections);
  const openChannel = route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;
  return (
    <nav class="navigation" aria-label="Conversations">
      <AccountMenu name={property("realm_name", "Parley")} />
      <ul class="views">
        <View icon="inbox" name="Inbox" href="#inbox" count={useComputed(unmutedCount).value} isUrgent />
        <View icon="history" name="Recent conversations" href="#recent" />
        <View icon="messagesSquare" name="Combined feed" href="#feed" />
        <View
          icon="atSign"
          name="Mentions"
          href={hrefOf([{ operator: "is", operand: "mentioned" }])}
          count={unread.value.mentions.size}
          isUrgent
        />
        <View
          icon="star"
          name="Starred"
          href={hrefOf([{ operator: "is", operand: "starred" }])}
          count={setting("starred_message_counts", true) ? current.value.personal.starred.length : 0}
        />
      </ul>
      {sections.value.map(({ name, members }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {members.map((subscription) => (
              <ChannelEntry
                key={subscription.stream_id}
                channelId={subscription.stream_id}
                isOpen={subscription.stream_id === openChannel}
              />
            ))}
          </ul>
        </section>
      ))}
      <DirectMessages />
    </nav>
  );
}

const unmutedCount = (): number => [...unread.value.messages.values()].filter((place) => !isMutedTopic(place)).length;

interface ViewProps {
  readonly icon: IconName;
  readonly name: string;
  readonly href: string;
  readonly count?: number;
  readonly isUrgent?: boolean;
}

function View({ icon, name, href, count = 0, isUrgent = false }: ViewProps) {
  const isCurrent = currentHref() === href;
  return (
    <li>
      <a class="entry" href={href} aria-current={isCurrent ? "page" : undefined}>
        <Icon name={icon} />
        <span class="name">{name}</span>
        {count > 0 && <span class={isUrgent ? "badge urgent" : "count"}>{count}</span>}
      </a>
    </li>
  );
}

const currentHref = (): string => (route.value.view === "narrow" ? hrefOf(route.value.narrow) : `#${route.value.view}`);

interface Section {
  readonly name: string;
  readonly members: readonly Subscription[];
}

/** Pinned channels, those of each folder in the organization's order, and the rest. */
function channelSections(): readonly Section[] {
  const { subscribed, folders } = channels.value;
  const all = [...subscribed.values()].filter(({ is_archived }) => !is_archived).sort(byMuteAndName);
  const pinned = all.filter(({ pin_to_top }) => pin_to_top);
  const rest = all.filter(({ pin_to_top }) => !pin_to_top);
  const showsFolders = setting("web_left_sidebar_show_channel_folders", true);
  const folderOf = ({ folder_id: id }: Subscription) => {
    const folder = showsFolders && id !== null ? folders.get(id) : undefined;
    return folder?.is_archived === true ? undefined : folder;
  };
  const byFolder = [...folders.values()]
    .sort((a, b) => a.order - b.order)
    .map((folder) => ({ name: folder.name, members: rest.filter((one) => folderOf(one) === folder) }));
  const others = { name: "Channels", members: rest.filter((one) => folderOf(one) === undefined) };
  return [{ name: "Pinned", members: pinned }, ...byFolder, others].filter(({ members }) => members.length > 0);
}

const byMuteAndName = (a: Subscription, b: Subscription): number =>
  Number(a.is_muted) - Number(b.is_muted) || a.name.localeCompare(b.name);
