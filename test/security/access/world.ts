import type { Arguments } from "#client/client.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import { upload } from "#domains/files/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import type { CheckedClient } from "../../harness/checked-client.ts";
import { createDatabase } from "../../harness/database.ts";
import { createGroup } from "../../harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../harness/server.ts";
import type { Moment, Role, Setting, Situation } from "./situation.ts";

export interface Actor {
  readonly id: number;
  readonly client: CheckedClient;
  /** A group with a group in it that they are in. */
  readonly group: number;
}

export interface World {
  readonly server: TestServer;
  readonly actors: Readonly<Record<Role, Actor>>;
  /** Created every channel, is in it and may do everything. */
  readonly keeper: CastMember;
  /** In every channel. */
  readonly insider: number;
  /** In no channel. */
  readonly outsider: CastMember;
  /** A channel with everybody in it. */
  readonly square: MadeChannel;
}

const MODERATORS = 4;

export async function createWorld(): Promise<World> {
  const database = await createDatabase();
  await database.sql`update account set can_create_users = true where role <= 200`;
  const server = await startTestServer({ database, flags: ["--web-public-channels", "on"] });
  const { desdemona: keeper, iago, shiva, hamlet, othello, polonius, cordelia: outsider } = server.cast;
  const group = { new: MODERATORS };
  await keeper.call("PATCH /realm", {
    enable_spectator_access: true,
    enable_read_receipts: true,
    can_add_subscribers_group: group,
    can_delete_own_message_group: group,
    can_move_messages_between_channels_group: group,
    can_move_messages_between_topics_group: group,
    can_resolve_topics_group: group,
  });
  await keeper.call("PATCH /users/{user_id}", { user_id: othello.id, role: 100 });
  const email = "yorick@elsinore.example";
  const yorick = await keeper.call("POST /users", { email, password: PASSWORD, full_name: "Yorick" });
  const { api_key: key } = await server.anonymous.call("POST /fetch_api_key", { username: email, password: PASSWORD });
  const bot = await outsider.call("POST /bots", { full_name: "Osric", short_name: "osric", bot_type: 1 });
  const insider = await keeper.call("POST /users", {
    email: "gertrude@elsinore.example",
    password: PASSWORD,
    full_name: "Gertrude",
  });
  const people: [Role, number, CheckedClient][] = [
    ["owner", othello.id, othello],
    ["administrator", iago.id, iago],
    ["moderator", shiva.id, shiva],
    ["member", hamlet.id, hamlet],
    ["guest", polonius.id, polonius],
    ["bot", bot.user_id, server.as("osric-bot@localhost", bot.api_key)],
    ["deactivated", yorick.user_id, server.as(email, key)],
  ];
  const actors = await Promise.all(
    people.map(async ([role, id, client]) => {
      const inner = await createGroup(keeper, { members: [id] });
      return [role, { id, client, group: await createGroup(keeper, { subgroups: [inner] }) }] as const;
    }),
  );
  const square = await createChannel(keeper, { subscribers: [keeper.id, ...people.map(([, id]) => id)] });
  return {
    server,
    actors: Object.fromEntries(actors) as Record<Role, Actor>,
    keeper,
    insider: insider.user_id,
    outsider,
    square,
  };
}

/** What operations act on: a channel, and messages in it. */
export interface Target {
  readonly id: number;
  readonly name: string;
  readonly messages: Readonly<Record<Moment | "own" | "away", number>>;
  /** The files that the keeper's messages share. */
  readonly files: Readonly<Record<Moment, string>>;
}

export interface Scene extends Target {
  readonly situation: Situation;
  readonly actor: Actor;
  readonly settings: Readonly<Record<Setting, GroupSettingValue>>;
}

export const PRIVACY = {
  public: { is_private: false, is_web_public: false },
  shared: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  protected: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
  "web-public": { is_private: false, is_web_public: true },
} as const;

export const topicOf = (moment: Moment): string => `in the time ${moment}`;

/** Creates a situation on the server. */
export async function createScene(world: World, situation: Situation): Promise<Scene> {
  const { server, keeper, insider, square } = world;
  const { kind, isArchived, role, subscription, setting, isNamedDirectly, isOpenToPosts, moment } = situation;
  const actor = world.actors[role];
  const channel = await createChannel(keeper, {
    subscribers: [keeper.id, insider],
    invite_only: kind === "shared" || kind === "protected",
    is_web_public: kind === "web-public",
    history_public_to_subscribers: kind !== "protected",
    send_new_subscription_messages: false,
  });
  const post = async (who: CheckedClient, topic: string, to = channel.id, file = "") =>
    (await who.call("POST /messages", { type: "channel", to, topic, content: `said ${topic}${file}` })).id;
  const files = { before: "", during: "", after: "" };
  const away: number[] = [];
  const say = async (now: Moment) => {
    if (now === moment) away.push(await post(keeper, "away"));
    files[now] = await upload(server, keeper);
    return post(keeper, topicOf(now), channel.id, ` [with this](${files[now]})`);
  };
  const own = subscription === "never" ? await post(actor.client, "own", square.id) : undefined;
  if (own !== undefined) {
    const move = { message_id: own, stream_id: channel.id, send_notification_to_new_thread: false };
    await keeper.call("PATCH /messages/{message_id}", move);
  }
  const before = await say("before");
  const subscriptions = [channel];
  const principals = [actor.id];
  const quiet = { send_new_subscription_messages: false };
  if (own === undefined) await keeper.call("POST /users/me/subscriptions", { subscriptions, principals, ...quiet });
  const during = await say("during");
  const ownNow = own ?? (await post(actor.client, "own"));
  if (subscription === "was")
    await keeper.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals });
  const messages = { before, during, after: await say("after"), own: ownNow, away: away[0] as number };
  const named = {
    direct_members: isNamedDirectly ? [actor.id] : [],
    direct_subgroups: isNamedDirectly ? [] : [actor.group],
  };
  const update: Partial<Arguments<"PATCH /streams/{stream_id}">> = {
    ...(!isOpenToPosts && { can_send_message_group: { new: 1 } }),
    ...(setting !== undefined && { [setting]: { new: named } }),
  };
  if (Object.keys(update).length > 0)
    await keeper.call("PATCH /streams/{stream_id}", { stream_id: channel.id, ...update });
  const { stream: settings } = await keeper.call("GET /streams/{stream_id}", { stream_id: channel.id });
  if (isArchived) await keeper.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
  return { ...channel, messages, files, situation, actor, settings };
}
