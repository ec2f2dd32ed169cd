import { t, tc } from "../language/text.ts";
import type { Subscription } from "../state/registered.ts";
import { channels, setting } from "../store.ts";

export interface ChannelSection {
  /** A folder may be called like one of the others. */
  readonly key: string;
  readonly name: string;
  readonly members: readonly Subscription[];
  /** Those of them that are muted or have been quiet for long: they are folded away. */
  readonly quiet: ReadonlySet<number>;
}

/** Pinned channels, those of each folder in the organization's order, and the rest. */
export function channelSections(): readonly ChannelSection[] {
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
      members: rest.filter((channel) => folderOf(channel) === folder),
    }));
  const others = {
    key: "others",
    name: t("Channels"),
    members: rest.filter((channel) => folderOf(channel) === undefined),
  };
  const quiet = new Set(rest.filter(isLast).map(({ stream_id: id }) => id));
  return [{ key: "pinned", name: tc("channels", "Pinned"), members: pinned }, ...byFolder, others]
    .filter(({ members }) => members.length > 0)
    .map((section) => ({ ...section, quiet }));
}

/** Whether quiet channels come last: always, never, or where there are more than one can overlook. */
function demotesQuiet(count: number): boolean {
  const policy = setting<number>("demote_inactive_streams", DEMOTE.automatic);
  return policy === DEMOTE.always || (policy === DEMOTE.automatic && count >= MANY_CHANNELS);
}

const DEMOTE = { automatic: 1, always: 2 } as const;
const MANY_CHANNELS = 30;
