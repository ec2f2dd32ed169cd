import { useComputed } from "@preact/signals";
import { channelIn } from "../narrow/terms.ts";
import { t } from "../language/text.ts";
import { mayCreateAnyChannel } from "../state/member-permissions.ts";
import type { Subscription } from "../state/registered.ts";
import { channels, current, property, setting } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { route } from "../ui/route.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import { DirectMessages } from "./direct-messages.tsx";
import { OrganizationButton } from "./organization-button.tsx";
import { ViewEntries } from "./view-entries.tsx";

/** The column on the left: views, channels by folder, direct messages. */
export function Navigation() {
  const sections = useComputed(channelSections);
  const openChannel = route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;
  return (
    <nav class="navigation" aria-label={t("Conversations")}>
      <OrganizationButton name={property("realm_name", "Parley")} />
      <ViewEntries />
      {sections.value.map(({ key, name, members }) => (
        <section key={key}>
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
      <BrowseChannels />
      <DirectMessages />
    </nav>
  );
}

function BrowseChannels() {
  return (
    <div class="browse">
      <a class="entry" href="#channels">
        <Icon name="search" />
        <span class="name">{t("Browse channels")}</span>
      </a>
      {mayCreateAnyChannel(current.value) && (
        <a class="icon-button" href="#channels/new" aria-label={t("New channel")} title={t("New channel")}>
          <Icon name="plus" />
        </a>
      )}
    </div>
  );
}

interface Section {
  /** A folder may be called like one of the others. */
  readonly key: string;
  readonly name: string;
  readonly members: readonly Subscription[];
}

/** Pinned channels, those of each folder in the organization's order, and the rest. */
function channelSections(): readonly Section[] {
  const { subscribed, folders } = channels.value;
  const open = [...subscribed.values()].filter(({ is_archived }) => !is_archived);
  const demotes = demotesQuiet(open.length);
  const isLast = (subscription: Subscription) =>
    subscription.is_muted || (demotes && !subscription.pin_to_top && !subscription.is_recently_active);
  const all = open.sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.name.localeCompare(b.name));
  const pinned = all.filter(({ pin_to_top }) => pin_to_top);
  const rest = all.filter(({ pin_to_top }) => !pin_to_top);
  const showsFolders = setting("web_left_sidebar_show_channel_folders", true);
  const folderOf = ({ folder_id: id }: Subscription) => {
    const folder = showsFolders && id !== null ? folders.get(id) : undefined;
    return folder?.is_archived === true ? undefined : folder;
  };
  const byFolder = [...folders.values()]
    .sort((a, b) => a.order - b.order)
    .map((folder) => ({
      key: `folder ${folder.id}`,
      name: folder.name,
      members: rest.filter((one) => folderOf(one) === folder),
    }));
  const others = { key: "others", name: t("Channels"), members: rest.filter((one) => folderOf(one) === undefined) };
  return [{ key: "pinned", name: t("Pinned"), members: pinned }, ...byFolder, others].filter(
    ({ members }) => members.length > 0,
  );
}

/** Whether quiet channels come last: always, never, or where there are more than one can overlook. */
function demotesQuiet(count: number): boolean {
  const policy = setting<number>("demote_inactive_streams", DEMOTE.automatic);
  return policy === DEMOTE.always || (policy === DEMOTE.automatic && count >= MANY_CHANNELS);
}

const DEMOTE = { automatic: 1, always: 2 } as const;
const MANY_CHANNELS = 30;
