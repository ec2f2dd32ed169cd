import type { Arguments } from "#client/client.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import type { CheckedClient } from "../../harness/checked-client.ts";
import { createDatabase } from "../../harness/database.ts";
import { createGroup } from "../../harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../harness/server.ts";
import { ROLES, type Role } from "./gates.ts";

/** A user of each role, and one thing of each kind to try them on. */
export interface Actor {
  readonly role: Role;
  readonly id: number;
  /** Replaced when the key changes. */
  client: CheckedClient;
}

export interface World {
  readonly server: TestServer;
  readonly actors: Readonly<Record<Role, Actor>>;
  readonly owner: CastMember;
  /** The full member, who owns the bot and wrote the message. */
  readonly member: CastMember;
  /** A user without any role in the table. */
  readonly user: number;
  readonly bot: number;
  /** Everybody is in both, and the owner created them. */
  readonly channel: MadeChannel;
  readonly second: MadeChannel;
  readonly group: number;
  readonly field: number;
  readonly folder: number;
  readonly channelSet: number;
  readonly message: number;
  /** The built-in groups by name. */
  readonly roleGroups: Readonly<Record<string, number>>;
  /** Creates a bot that belongs to nobody in the table. */
  readonly addBot: () => Promise<number>;
  /** A name that nothing has yet. */
  readonly fresh: () => string;
  readonly post: (who?: CheckedClient) => Promise<number>;
}

const DAY_MS = 86_400_000;

export async function createWorld(flags: readonly string[] = []): Promise<World> {
  const database = await createDatabase();
  // Everybody but the newcomer joined long ago.
  await database.sql`update account set date_joined = ${new Date(Date.now() - 100 * DAY_MS)}
                     where email <> 'cordelia@elsinore.example'`;
  await database.sql`update account set can_create_users = true where role <= 200`;
  const server = await startTestServer({ database, flags });
  const { desdemona: owner, iago, shiva, hamlet: member, cordelia, othello, polonius } = server.cast;
  await owner.call("PATCH /realm", { waiting_period_threshold: 10, enable_read_receipts: true });

  let made = 0;
  const fresh = () => `thing no ${(made += 1)}`;
  const addUser = async () => {
    const email = `somebody${(made += 1)}@elsinore.example`;
    const { user_id } = await owner.call("POST /users", { email, password: PASSWORD, full_name: fresh() });
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username: email, password: PASSWORD });
    return { id: user_id, client: server.as(email, api_key) };
  };
  const addBot = async (keeper: CheckedClient, type: number) => {
    const name = `b${(made += 1)}`;
    const bot = await keeper.call("POST /bots", { full_name: fresh(), short_name: name, bot_type: type });
    return { id: bot.user_id, client: server.as(`${name}-bot@localhost`, bot.api_key) };
  };
  const keeper = await addUser();
  const { id: user } = await addUser();
  const cast: Record<Role, { id: number; client: CheckedClient }> = {
    owner: { id: owner.id, client: owner },
    administrator: { id: iago.id, client: iago },
    moderator: { id: shiva.id, client: shiva },
    member: { id: member.id, client: member },
    newcomer: { id: cordelia.id, client: cordelia },
    guest: { id: polonius.id, client: polonius },
    bot: await addBot(keeper.client, 1),
    webhook: await addBot(keeper.client, 2),
    deactivated: { id: othello.id, client: othello },
    nobody: { id: 0, client: server.anonymous },
  };
  await owner.call("DELETE /users/{user_id}", { user_id: othello.id });
  const actors = Object.fromEntries(ROLES.map((role) => [role, { role, ...cast[role] }])) as Record<Role, Actor>;

  const subscribers = ROLES.filter((role) => role !== "nobody" && role !== "deactivated").map(
    (role) => actors[role].id,
  );
  const moderation = await createChannel(owner, { invite_only: true });
  await owner.call("PATCH /realm", { moderation_request_channel_id: moderation.id });
  await owner.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: false });
  const channel = await createChannel(owner, { subscribers });
  const { user_groups: groups } = await owner.call("GET /user_groups");
  const post = async (who: CheckedClient = member) => {
    const message: Arguments<"POST /messages"> = {
      type: "channel",
      to: channel.name,
      topic: "deeds",
      content: "Words.",
    };
    return (await who.call("POST /messages", message)).id;
  };
  return {
    server,
    actors,
    owner,
    member,
    user,
    bot: (await addBot(member, 1)).id,
    channel,
    second: await createChannel(owner, { subscribers }),
    group: await createGroup(owner),
    field: (await owner.call("POST /realm/profile_fields", { field_type: 1, name: fresh() })).id,
    folder: (await owner.call("POST /channel_folders/create", { name: fresh() })).channel_folder_id,
    channelSet: await addChannelSet(owner, fresh(), channel.name),
    message: await post(),
    roleGroups: Object.fromEntries(groups.map(({ name, id }) => [name, id])),
    addBot: async () => (await addBot(keeper.client, 1)).id,
    fresh,
    post,
  };
}

/** A group of default channels. Its ID is returned by register only. */
export async function addChannelSet(owner: CastMember, name: string, channel: string): Promise<number> {
  await owner.call("POST /default_stream_groups/create", {
    group_name: name,
    description: "x",
    stream_names: [channel],
  });
  const { realm_default_stream_groups: sets } = await owner.register({ fetch_event_types: ["default_stream_groups"] });
  const made = (sets as { id: number; name: string }[]).find((set) => set.name === name);
  if (made === undefined) throw new Error(`there is no group of default channels ${name}`);
  return made.id;
}
