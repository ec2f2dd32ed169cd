import { ACCOUNTS, ADMINISTRATORS, bad, MEMBERS, only } from "./gates.ts";
import type { Rows } from "./row.ts";
import { addChannelSet, type World } from "./world.ts";

const KEEPERS = only(["owner", "administrator"], bad("You do not have permission to administer this channel."));
const channel = (world: World) => ({ stream_id: world.channel.id });
const second = (world: World) => ({ stream_id: world.second.id });
const set = (world: World) => ({ group_id: world.channelSet });
const folder = (world: World) => ({ channel_folder_id: world.folder });

export const channelRows: Rows = {
  "GET /streams": [ACCOUNTS],
  "GET /get_stream_id": [ACCOUNTS, (world) => ({ stream: world.channel.name })],
  "GET /streams/{stream_id}": [ACCOUNTS, channel],
  "GET /streams/{stream_id}/members": [ACCOUNTS, channel],
  "GET /streams/{stream_id}/email_address": [ACCOUNTS, channel],
  "GET /users/{user_id}/channels": [ACCOUNTS, (world) => ({ user_id: world.user })],
  "GET /users/{user_id}/subscriptions/{stream_id}": [ACCOUNTS, (world) => ({ ...channel(world), user_id: world.user })],
  "POST /channels/create": [MEMBERS, ({ fresh, user }) => ({ name: fresh(), subscribers: [user] })],
  "PATCH /streams/{stream_id}": [KEEPERS, (world) => ({ ...channel(world), description: "x" })],
  "DELETE /streams/{stream_id}": [
    KEEPERS,
    second,
    { undo: (world) => world.owner.call("PATCH /streams/{stream_id}", { ...second(world), is_archived: false }) },
  ],
  "GET /users/me/subscriptions": [ACCOUNTS],
  "POST /users/me/subscriptions": [MEMBERS, (world) => ({ subscriptions: [{ name: world.channel.name }] })],
  "PATCH /users/me/subscriptions": [MEMBERS, (world) => ({ add: [{ name: world.channel.name }] })],
  "POST /users/me/subscriptions/properties": [
    ACCOUNTS,
    (world) => ({ subscription_data: [{ ...channel(world), property: "color", value: "#ffffff" }] }),
  ],
  "PATCH /users/me/subscriptions/{stream_id}": [
    ACCOUNTS,
    (world) => ({ ...channel(world), property: "is_muted", value: false }),
  ],
  "DELETE /users/me/subscriptions": [ACCOUNTS, (world) => ({ subscriptions: [world.second.name] })],
  "POST /default_streams": [ADMINISTRATORS, channel],
  "DELETE /default_streams": [ADMINISTRATORS, channel],
  "POST /default_stream_groups/create": [
    ADMINISTRATORS,
    ({ fresh, second: { name } }) => ({ group_name: fresh(), description: "x", stream_names: [name] }),
  ],
  "PATCH /default_stream_groups/{group_id}": [
    ADMINISTRATORS,
    (world) => ({ ...set(world), new_description: world.fresh() }),
  ],
  "PATCH /default_stream_groups/{group_id}/streams": [
    ADMINISTRATORS,
    (world) => ({ ...set(world), op: "add", stream_names: [world.second.name] }),
    {
      undo: (world) =>
        world.owner.call("PATCH /default_stream_groups/{group_id}/streams", {
          ...set(world),
          op: "remove",
          stream_names: [world.second.name],
        }),
    },
  ],
  "DELETE /default_stream_groups/{group_id}": [
    ADMINISTRATORS,
    async ({ owner, fresh, second: { name } }) => ({ group_id: await addChannelSet(owner, fresh(), name) }),
  ],
  "GET /channel_folders": [ACCOUNTS],
  "POST /channel_folders/create": [ADMINISTRATORS, ({ fresh }) => ({ name: fresh() })],
  "PATCH /channel_folders": [
    ADMINISTRATORS,
    async ({ owner }) => {
      const { channel_folders: folders } = await owner.call("GET /channel_folders", { include_archived: true });
      return { order: folders.map(({ id }) => id).toReversed() };
    },
  ],
  "PATCH /channel_folders/{channel_folder_id}": [
    ADMINISTRATORS,
    (world) => ({ ...folder(world), description: world.fresh() }),
  ],
};
