import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "../../src/client/client.ts";
import { upload } from "../../src/domains/files/test-support.ts";
import { createChannel } from "../harness/channels.ts";
import { raw, type RawAnswer } from "../harness/raw.ts";
import { addLink } from "./authorization/entry-rows.ts";
import type { Role } from "./authorization/gates.ts";
import type { Row } from "./authorization/row.ts";
import { table } from "./authorization/table.ts";
import { createWorld, type World } from "./authorization/world.ts";

const ABSENT = 2_147_483_000;

/** Headers that differ from response to response. */
const FLEETING = new Set(["date", "content-length", "x-request-id"]);
/** The ID of what a successful call has created. */
const NEW_ID = /"id":\d+/;
const isFleeting = (header: string) => FLEETING.has(header) || header.startsWith("x-ratelimit");

/** A parameter, and a thing that it could name which this actor may not know of. */
interface Secret {
  readonly as: Role;
  readonly of: (world: World) => number | string | Promise<number | string>;
}

const HIDDEN = "hidden";
const SECRETS: Readonly<Record<string, Secret>> = {
  user_id: { as: "guest", of: ({ user }) => user },
  email: { as: "guest", of: ({ user }) => `user${user}@localhost` },
  user_id_or_email: { as: "guest", of: ({ user }) => String(user) },
  muted_user_id: { as: "guest", of: ({ user }) => user },
  user_group_id: { as: "guest", of: ({ group }) => group },
  bot_id: { as: "newcomer", of: ({ bot }) => bot },
  stream_id: {
    as: "newcomer",
    of: async ({ owner }) => (await owner.call("GET /get_stream_id", { stream: HIDDEN })).stream_id,
  },
  stream: { as: "newcomer", of: () => HIDDEN },
  message_id: {
    as: "newcomer",
    of: async ({ owner }) =>
      (await owner.call("POST /messages", { type: "channel", to: HIDDEN, topic: "x", content: "x" })).id,
  },
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
  invite_id: { as: "newcomer", of: (world) => addLink(world) },
  queue_id: { as: "newcomer", of: async ({ owner }) => (await owner.register({ event_types: ["message"] })).queue_id },
};

suite(
  "CVE-2026-5163, CVE-2025-14350, CVE-2024-1952: what a user may not know of looks like what does not exist",
  () => {
    let world: World;
    before(async () => {
      world = await createWorld();
      const members = world.roleGroups["role:members"] as number;
      await world.owner.call("PATCH /realm", { can_access_all_users_group: { new: members } });
      await createChannel(world.owner, { name: HIDDEN, invite_only: true });
    });

    for (const [name, { as, of }] of Object.entries(SECRETS)) {
      test(`${name}: forbidden and absent get the same bytes`, async () => {
        const forbidden = await of(world);
        const asked = endpoints.filter(({ params, auth }) => name in params && auth !== "none");
        assert.ok(asked.length > 0);
        for (const { method, path } of asked) {
          const operation = `${method} ${path}` as OperationName;
          const absent = typeof forbidden === "number" ? ABSENT : forbidden.replace(/^(user)?[^@]+/, `$1${ABSENT}`);
          const [one, other] = [await ask(operation, as, name, forbidden), await ask(operation, as, name, absent)];
          assert.deepEqual(seen(one, forbidden), seen(other, absent), operation);
          assert.ok(one.status < 500);
        }
      });
    }

    /** The call of the table, with one value replaced. */
    async function ask(operation: OperationName, as: Role, name: string, value: unknown): Promise<RawAnswer> {
      const actor = world.actors[as];
      const [, argsOf] = table[operation] as unknown as Row;
      const args = { ...(await argsOf?.(world, actor)), [name]: value } as Record<string, unknown>;
      const [method, path] = operation.split(" ") as [string, string];
      const fields = new URLSearchParams();
      let target = path;
      for (const [key, one] of Object.entries(args)) {
        const text = typeof one === "string" ? one : JSON.stringify(one);
        if (target.includes(`{${key}}`)) target = target.replace(`{${key}}`, encodeURIComponent(text));
        else fields.set(key, text);
      }
      const { email = "", apiKey = "" } = actor.client.connection;
      const isGet = method === "GET";
      return raw(`${world.server.url}/api/v1${target}${isGet ? `?${fields.toString()}` : ""}`, {
        method,
        as: { email, apiKey },
        ...(!isGet && { body: fields }),
      });
    }
  },
);

/** A response without the name that was asked for. */
function seen({ status, headers, text }: RawAnswer, asked: number | string): object {
  const lasting = [...headers].filter(([header]) => !isFleeting(header));
  return {
    status,
    headers: Object.fromEntries(lasting),
    text: text.replaceAll(String(asked), "…").replace(NEW_ID, ""),
  };
}
