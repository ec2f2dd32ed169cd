import { randomUUID } from "node:crypto";
import type { OperationName } from "#client/client.ts";
import { upload } from "#domains/files/test-support.ts";
import { browserSession } from "../harness/browser.ts";
import { createChannel } from "../harness/channels.ts";
import { raw, type RawAnswer } from "../harness/raw.ts";
import { addLink } from "./authorization/entry-rows.ts";
import type { Role } from "./authorization/gates.ts";
import type { Row } from "./authorization/row.ts";
import { table } from "./authorization/table.ts";
import type { World } from "./authorization/world.ts";

/** Things that some user may not know of, and requests that name them. */

/** A parameter, and a thing that it could name which this actor may not know of. */
export interface Secret {
  readonly as: Role;
  readonly of: (world: World) => Named | Promise<Named>;
  /** The value of the parameter, where it is more than the name. */
  readonly value?: (name: Named) => unknown;
  /** Other arguments without which the parameter would mean something else. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** An ID, or another name of a thing. */
export type Named = number | string;

const HIDDEN = "hidden";
export const SECRETS: Readonly<Record<string, Secret>> = {
  user_id: { as: "guest", of: ({ user }) => user },
  email: { as: "guest", of: ({ user }) => `user${user}@localhost` },
  user_id_or_email: { as: "guest", of: ({ user }) => String(user) },
  muted_user_id: { as: "guest", of: ({ user }) => user },
  user_group_id: { as: "guest", of: ({ group }) => group },
  bot_id: { as: "newcomer", of: ({ bot }) => bot },
  stream_id: { as: "newcomer", of: hiddenChannel },
  stream: { as: "newcomer", of: () => HIDDEN },
  message_id: { as: "newcomer", of: hiddenMessage },
  draft_id: {
    as: "newcomer",
    of: async ({ owner }) => {
      const draft = { type: "" as const, to: [], topic: "", content: "x" };
      return (await owner.call("POST /drafts", { drafts: [draft] })).ids[0] as number;
    },
  },
  saved_snippet_id: {
    as: "newcomer",
    of: async ({ owner }) => (await owner.call("POST /saved_snippets", { title: "x", content: "x" })).saved_snippet_id,
  },
  scheduled_message_id: {
    as: "newcomer",
    of: async ({ owner, user }) =>
      (
        await owner.call("POST /scheduled_messages", {
          type: "direct",
          to: [user],
          content: "x",
          scheduled_delivery_timestamp: 4_000_000_000,
        })
      ).scheduled_message_id,
  },
  reminder_id: {
    as: "newcomer",
    of: async ({ owner, message }) =>
      (await owner.call("POST /reminders", { message_id: message, scheduled_delivery_timestamp: 4_000_000_000 }))
        .reminder_id,
  },
  attachment_id: {
    as: "newcomer",
    of: async ({ server, owner }) => {
      await upload(server, owner);
      return (await owner.call("GET /attachments")).attachments[0]?.id ?? 0;
    },
  },
  to: { as: "guest", of: ({ user }) => user, value: (id) => [id], beside: { type: "direct", topic: undefined } },
  messages: { as: "newcomer", of: hiddenMessage, value: (id) => [id] },
  msg_ids: { as: "newcomer", of: hiddenMessage, value: (id) => [id] },
  message_ids: {
    ...{ as: "newcomer", of: hiddenMessage, value: (id) => [id] },
    beside: { anchor: undefined, num_before: undefined, num_after: undefined },
  },
  stream_ids: { as: "newcomer", of: hiddenChannel, value: (id) => [id] },
  narrow: {
    ...{ as: "newcomer", of: hiddenChannel, value: (id) => [{ operator: "channel", operand: id }] },
    beside: { anchor: "newest", num_before: 1, num_after: 0 },
  },
  session_id: {
    as: "newcomer",
    of: async ({ server, owner }) => {
      const browser = await browserSession(server, owner);
      return (await browser.call("GET /sessions")).sessions[0]?.session_id ?? 0;
    },
  },
  key_id: {
    as: "newcomer",
    of: async ({ owner, fresh }) => (await owner.call("POST /users/me/api_keys", { name: fresh() })).key_id,
  },
  invite_id: { as: "newcomer", of: (world) => addLink(world) },
  queue_id: { as: "newcomer", of: async ({ owner }) => (await owner.register({ event_types: ["message"] })).queue_id },
};

async function hiddenChannel({ owner }: World): Promise<number> {
  return (await owner.call("GET /get_stream_id", { stream: HIDDEN })).stream_id;
}

async function hiddenMessage({ owner }: World): Promise<number> {
  return (await owner.call("POST /messages", { type: "channel", to: HIDDEN, topic: "x", content: "x" })).id;
}

/** Makes a channel that few know of, and users whom guests may not know of. */
export async function hideThings({ owner, roleGroups }: World): Promise<void> {
  await owner.call("PATCH /realm", { can_access_all_users_group: { new: roleGroups["role:members"] as number } });
  await createChannel(owner, { name: HIDDEN, invite_only: true });
}

/** An ID that nothing has. */
const ABSENT = 2_147_483_000;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The name of nothing, in the form of another name. */
export function absentLike(name: Named): Named {
  if (typeof name === "number") return ABSENT;
  return UUID.test(name) ? randomUUID() : name.replace(/^(user)?[^@]+/, `$1${ABSENT}`);
}

/** The arguments of the table's call, with one thing named instead of the usual one. */
export async function argsFor(world: World, operation: OperationName, parameter: string, name: Named): Promise<object> {
  const { as, value = (named: Named) => named, beside = {} } = SECRETS[parameter] as Secret;
  const [, argsOf] = table[operation] as unknown as Row;
  return { ...(await argsOf?.(world, world.actors[as])), ...beside, [parameter]: value(name) };
}

export async function askFor(
  world: World,
  operation: OperationName,
  parameter: string,
  name: Named,
): Promise<RawAnswer> {
  const { email = "", apiKey = "" } = world.actors[(SECRETS[parameter] as Secret).as].client.connection;
  return sendArgs(world.server.url, operation, await argsFor(world, operation, parameter, name), { email, apiKey });
}

function sendArgs(url: string, operation: OperationName, args: object, as: { email: string; apiKey: string }) {
  const [method, path] = operation.split(" ") as [string, string];
  const fields = new URLSearchParams();
  let target = path;
  for (const [key, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (target.includes(`{${key}}`)) target = target.replace(`{${key}}`, encodeURIComponent(text));
    else fields.set(key, text);
  }
  const isGet = method === "GET";
  return raw(`${url}/api/v1${target}${isGet ? `?${fields.toString()}` : ""}`, {
    ...{ method, as },
    ...(!isGet && { body: fields }),
  });
}
