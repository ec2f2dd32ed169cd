import { PASSWORD } from "../../harness/cast.ts";
import {
  ACCOUNTS,
  ADMINISTRATORS,
  ANYBODY,
  bad,
  HUMAN_MEMBERS,
  INSUFFICIENT,
  LAST_OWNER,
  missing,
  only,
  OWNERS,
  PEOPLE,
} from "./gates.ts";
import type { Rows } from "./row.ts";
import type { World } from "./world.ts";

const CHANGERS = only(["owner", "administrator"], INSUFFICIENT);
const BOT_KEEPERS = only(["owner", "administrator", "member"], bad("No such bot"), HUMAN_MEMBERS);
const BOTS = only(["bot"], bad("Only bots have a storage."));
const COMMANDERS = only(["bot"], bad("Only bots have commands."));
const COMMAND_KEEPERS = only(["owner", "administrator", "bot"], missing("Command does not exist."));
const GROUP_KEEPERS = only(["owner"], INSUFFICIENT, HUMAN_MEMBERS);
const someone = (world: World) => ({ user_id: world.user });
const bot = (world: World) => ({ bot_id: world.bot });
async function botKey({ member, bot, fresh }: World) {
  const { key_id } = await member.call("POST /bots/{bot_id}/api_keys", { bot_id: bot, name: fresh() });
  return { bot_id: bot, key_id };
}
const registerCommand = ({ actors }: World) =>
  actors.bot.client.call("POST /bot_commands", { name: "errand", description: "x" });
const command = async (world: World) => ({ command_id: (await registerCommand(world)).bot_command_id });
const commandOfRunning = async (world: World) => {
  await world.actors.bot.client.register({ event_types: ["bot_command_invoked"] });
  return command(world);
};
const group = (world: World) => ({ user_group_id: world.group });
const field = (world: World) => ({ field_id: world.field });

export const peopleRows: Rows = {
  "GET /server_settings": [ANYBODY],
  "POST /fetch_api_key": [ANYBODY, (world) => ({ username: world.member.email, password: PASSWORD })],
  "GET /users/me/two_step": [PEOPLE],
  "POST /users/me/two_step": [PEOPLE],
  "POST /users/me/two_step/confirm": [PEOPLE, () => ({ code: "x" }), { meets: /not right|not begun/ }],
  "DELETE /users/me/two_step": [PEOPLE, () => ({}), { meets: /is not on/ }],
  "POST /users/me/two_step/recovery_codes": [PEOPLE, () => ({}), { meets: /is not on/ }],
  "GET /realm/two_step": [ADMINISTRATORS],
  "GET /sessions": [PEOPLE],
  "DELETE /sessions/{session_id}": [PEOPLE, () => ({ session_id: 0 }), { meets: /Session does not exist/ }],
  "GET /users/me/api_keys": [ACCOUNTS],
  "POST /users/me/api_keys": [ACCOUNTS, ({ fresh }) => ({ name: fresh() })],
  "PATCH /users/me/api_keys/{key_id}": [ACCOUNTS, () => ({ key_id: 0, name: "x" }), { meets: /key does not exist/ }],
  "DELETE /users/me/api_keys/{key_id}": [ACCOUNTS, () => ({ key_id: 0 }), { meets: /key does not exist/ }],
  "GET /bots/{bot_id}/api_keys": [BOT_KEEPERS, bot],
  "POST /bots/{bot_id}/api_keys": [BOT_KEEPERS, (world) => ({ ...bot(world), name: world.fresh() })],
  "PATCH /bots/{bot_id}/api_keys/{key_id}": [
    BOT_KEEPERS,
    async (world) => ({ ...(await botKey(world)), name: world.fresh() }),
  ],
  "DELETE /bots/{bot_id}/api_keys/{key_id}": [BOT_KEEPERS, botKey],
  "GET /api_keys": [ADMINISTRATORS],
  "GET /audit_log": [ADMINISTRATORS],
  "DELETE /api_keys/{key_id}": [ADMINISTRATORS, async (world) => ({ key_id: (await botKey(world)).key_id })],
  "POST /jwt/fetch_api_key": [ANYBODY, () => ({ token: "x" }), { meets: /JWT authentication is not enabled/ }],
  "POST /dev_fetch_api_key": [
    ANYBODY,
    (world) => ({ username: world.member.email }),
    { meets: /does not give out keys without passwords/ },
  ],
  "GET /users/me": [ACCOUNTS],
  "GET /users": [ACCOUNTS],
  "GET /users/{user_id}": [ACCOUNTS, someone],
  "GET /users/{email}": [ACCOUNTS, (world) => ({ email: `user${world.user}@localhost` })],
  "POST /users": [
    ADMINISTRATORS,
    ({ fresh }) => ({
      email: `${fresh().replaceAll(" ", "")}@elsinore.example`,
      password: PASSWORD,
      full_name: fresh(),
    }),
  ],
  "PATCH /users/{user_id}": [CHANGERS, (world) => ({ user_id: world.user, full_name: world.fresh() })],
  "PATCH /users/{email}": [CHANGERS, (world) => ({ email: `user${world.user}@localhost`, full_name: world.fresh() })],
  "DELETE /users/{user_id}": [
    CHANGERS,
    someone,
    { undo: (world) => world.owner.call("POST /users/{user_id}/reactivate", someone(world)) },
  ],
  "POST /users/{user_id}/reactivate": [CHANGERS, someone],
  "POST /users/me/avatar": [ACCOUNTS, undefined, { meets: /exactly one avatar/ }],
  "DELETE /users/me/avatar": [ACCOUNTS],
  "GET /realm/profile_fields": [ACCOUNTS],
  "POST /realm/profile_fields": [ADMINISTRATORS, ({ fresh }) => ({ field_type: 1, name: fresh() })],
  "PATCH /realm/profile_fields": [
    ADMINISTRATORS,
    async ({ owner }) => {
      const { custom_fields: fields } = await owner.call("GET /realm/profile_fields");
      return { order: fields.map(({ id }) => id).toReversed() };
    },
  ],
  "PATCH /realm/profile_fields/{field_id}": [ADMINISTRATORS, (world) => ({ ...field(world), hint: "a hint" })],
  "DELETE /realm/profile_fields/{field_id}": [
    ADMINISTRATORS,
    async ({ owner, fresh }) => ({
      field_id: (await owner.call("POST /realm/profile_fields", { field_type: 1, name: fresh() })).id,
    }),
  ],
  "PATCH /users/me/profile_data": [PEOPLE, (world) => ({ data: [{ id: world.field, value: "x" }] })],
  "DELETE /users/me/profile_data": [PEOPLE, (world) => ({ data: [world.field] })],
  "GET /bots": [HUMAN_MEMBERS],
  "POST /bots": [HUMAN_MEMBERS, ({ fresh }) => ({ full_name: fresh(), short_name: fresh().replaceAll(" ", "") })],
  "PATCH /bots/{bot_id}": [BOT_KEEPERS, (world) => ({ ...bot(world), full_name: world.fresh() })],
  "GET /bots/{bot_id}/api_key": [BOT_KEEPERS, bot],
  "POST /bots/{bot_id}/api_key/regenerate": [BOT_KEEPERS, bot],
  "DELETE /bots/{bot_id}": [
    BOT_KEEPERS,
    bot,
    { undo: (world) => world.member.call("POST /users/{user_id}/reactivate", { user_id: world.bot }) },
  ],
  "PUT /bot_storage": [BOTS, () => ({ storage: { x: "y" } })],
  "GET /bot_storage": [BOTS],
  "DELETE /bot_storage": [BOTS],
  "GET /bot_commands": [ACCOUNTS],
  "POST /bot_commands": [COMMANDERS, ({ fresh }) => ({ name: fresh().replaceAll(" ", "-"), description: "x" })],
  "PATCH /bot_commands/{command_id}": [
    COMMAND_KEEPERS,
    async (world) => ({ ...(await command(world)), description: "y" }),
  ],
  "DELETE /bot_commands/{command_id}": [COMMAND_KEEPERS, command],
  "POST /bot_commands/{command_id}/invoke": [
    PEOPLE,
    async (world) => ({
      ...(await commandOfRunning(world)),
      type: "channel",
      to: world.channel.name,
      topic: "deeds",
      text: "x",
    }),
  ],
  "GET /user_groups": [HUMAN_MEMBERS],
  "POST /user_groups/create": [HUMAN_MEMBERS, ({ fresh }) => ({ name: fresh(), description: "", members: [] })],
  "PATCH /user_groups/{user_group_id}": [GROUP_KEEPERS, (world) => ({ ...group(world), description: "x" })],
  "GET /user_groups/{user_group_id}/members": [HUMAN_MEMBERS, group],
  "POST /user_groups/{user_group_id}/members": [GROUP_KEEPERS, (world) => ({ ...group(world), add: [world.user] })],
  "GET /user_groups/{user_group_id}/members/{user_id}": [
    HUMAN_MEMBERS,
    (world) => ({ ...group(world), ...someone(world) }),
  ],
  "GET /user_groups/{user_group_id}/subgroups": [HUMAN_MEMBERS, group],
  "POST /user_groups/{user_group_id}/subgroups": [
    GROUP_KEEPERS,
    async (world) => {
      const made = await world.owner.call("POST /user_groups/create", {
        name: world.fresh(),
        description: "",
        members: [],
      });
      return { ...group(world), add: [made.group_id] };
    },
  ],
  "POST /user_groups/{user_group_id}/deactivate": [GROUP_KEEPERS, group],
};

/** These change the world for good, so they come last. */
export const lastRows: Rows = {
  "POST /users/me/api_key/regenerate": [
    ACCOUNTS,
    undefined,
    {
      undo({ server }, actor, { api_key: key }) {
        actor.client = server.as(actor.client.connection.email as string, key);
      },
    },
  ],
  "DELETE /users/me": [
    { ...ACCOUNTS, owner: LAST_OWNER },
    undefined,
    {
      undo: ({ actors }, { id }) => actors.owner.client.call("POST /users/{user_id}/reactivate", { user_id: id }),
    },
  ],
  "POST /realm/deactivate": [OWNERS],
};
