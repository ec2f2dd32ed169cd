import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import { browserSession } from "../harness/browser.ts";
import type { CheckedClient } from "../harness/checked-client.ts";
import { startMailBox } from "../harness/mail.ts";
import { PASSWORD } from "../harness/cast.ts";
import {
  type Forger,
  providerBy,
  sessionOf,
  signOn,
  startForger,
} from "../../src/domains/entry/sign-on/test-support.ts";
import { goodCalls, jwtFlags } from "../contract/good-calls.ts";
import { ROLES } from "./authorization/gates.ts";
import { outcome } from "./authorization/outcome.ts";
import type { Row } from "./authorization/row.ts";
import { table } from "./authorization/table.ts";
import { createWorld, type World } from "./authorization/world.ts";

interface Person {
  readonly id: number;
  readonly client: CheckedClient;
}

interface Recorded {
  readonly id: number;
  readonly action: AuditAction;
  readonly actorKind: string;
  readonly actorId: number | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly data: string;
}

/** In the order of the table, whose last operation ends the organization. */
const order = Object.keys(table);
const declared = endpoints
  .map(({ id, auth, method, path, audits }) => ({
    id,
    auth,
    name: `${method} ${path}` as OperationName,
    audits: (audits === undefined || audits === "personal" ? [] : audits) as readonly AuditAction[],
  }))
  .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));

type Calls = { readonly [Name in OperationName]?: (world: World) => Promise<unknown> };

/** What the table's parameters do not reach: other fields of the same operations. */
const furtherCalls: Calls = {
  "PATCH /users/{user_id}": async ({ owner, user }) => {
    await owner.call("PATCH /users/{user_id}", { user_id: user, role: 300 });
    return owner.call("PATCH /users/{user_id}", { user_id: user, new_email: "moved@elsinore.example" });
  },
  "PATCH /users/{email}": async ({ owner }) => {
    await owner.call("PATCH /users/{email}", { email: "moved@elsinore.example", role: 400 });
    return owner.call("PATCH /users/{email}", { email: "moved@elsinore.example", new_email: "again@elsinore.example" });
  },
  "PATCH /bots/{bot_id}": async ({ owner, user, addBot }) =>
    owner.call("PATCH /bots/{bot_id}", { bot_id: await addBot(), bot_owner_id: user }),
  "POST /bot_commands": async ({ actors: { bot } }) => {
    await bot.client.call("POST /bot_commands", { name: "weather", description: "Says it" });
    return bot.client.call("POST /bot_commands", { name: "weather", description: "Tells it" });
  },
  "POST /user_groups/{user_group_id}/members": async ({ owner, group, fresh }) => {
    const { group_id } = await owner.call("POST /user_groups/create", { name: fresh(), description: "", members: [] });
    return owner.call("POST /user_groups/{user_group_id}/members", { user_group_id: group, add_subgroups: [group_id] });
  },
  "POST /users/me/subscriptions": ({ owner, fresh }) =>
    owner.call("POST /users/me/subscriptions", { subscriptions: [{ name: fresh() }] }),
  "PATCH /users/me/subscriptions": ({ owner, fresh }) =>
    owner.call("PATCH /users/me/subscriptions", { add: [{ name: fresh() }] }),
  "POST /streams/{stream_id}/delete_topic": async ({ owner, member, channel }) => {
    await member.call("POST /messages", { type: "channel", to: channel.name, topic: "ghosts", content: "boo" });
    return owner.call("POST /streams/{stream_id}/delete_topic", { stream_id: channel.id, topic_name: "ghosts" });
  },
  "POST /users/{user_id}/status": ({ owner, user }) =>
    owner.call("POST /users/{user_id}/status", { user_id: user, status_text: "away" }),
  "DELETE /realm/logo": ({ owner }) => owner.call("DELETE /realm/logo", { night: true }),
  "PATCH /settings": (world) => changesPassword("PATCH /settings", world),
  "PATCH /settings/display": (world) => changesPassword("PATCH /settings/display", world),
  "PATCH /settings/notifications": (world) => changesPassword("PATCH /settings/notifications", world),
  "POST /users/me/api_key/regenerate": async (world) =>
    (await loggedIn(world)).client.call("POST /users/me/api_key/regenerate"),
  "POST /bots/{bot_id}/api_key/regenerate": async (world) =>
    world.owner.call("POST /bots/{bot_id}/api_key/regenerate", await loggedInBot(world, await world.addBot())),
  "DELETE /bots/{bot_id}": async (world) =>
    world.owner.call("DELETE /bots/{bot_id}", await loggedInBot(world, await world.addBot())),
  "DELETE /users/me": async (world) => (await loggedIn(world)).client.call("DELETE /users/me"),
  "DELETE /users/{user_id}": async (world) =>
    world.owner.call("DELETE /users/{user_id}", { user_id: (await loggedIn(world)).id }),
};

/** Somebody new who is logged in by a browser. */
async function loggedIn({ owner, server, fresh }: World): Promise<Person> {
  const email = `${fresh().replaceAll(" ", "-")}@elsinore.example`;
  const { user_id: id } = await owner.call("POST /users", { email, password: PASSWORD, full_name: fresh() });
  await browserSession(server, { email });
  const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username: email, password: PASSWORD });
  return { id, client: server.as(email, api_key) };
}

/** A bot with the session that it has if an operator has given it a password. */
async function loggedInBot({ server, member }: World, id: number): Promise<{ readonly bot_id: number }> {
  const { sql } = server.database;
  await sql`
    insert into password (realm_id, user_id, hash)
    select realm_id, ${id}, hash from password where user_id = ${member.id} on conflict do nothing`;
  const [account] = await sql<{ email: string }[]>`select email from account where id = ${id}`;
  await browserSession(server, { email: account?.email ?? "" });
  return { bot_id: id };
}

async function changesPassword(
  name: "PATCH /settings" | "PATCH /settings/display" | "PATCH /settings/notifications",
  world: World,
) {
  const { client } = await loggedIn(world);
  return client.call(name, newPassword);
}
const newPassword = { old_password: PASSWORD, new_password: PASSWORD };

suite("the audit log", () => {
  let forger: Forger;
  const relay = createServer((_request, response) => response.end('{"result":"success"}'));
  let mail: Awaited<ReturnType<typeof startMailBox>>;
  let world: World;
  let newest = -1;
  const written = new Map<string, Set<AuditAction>>();
  const recordedSince = async (): Promise<readonly Recorded[]> => {
    const rows = await world.server.database.sql<Recorded[]>`
      select id, action, actor_kind, actor_id, address, request_id, data::text as data
      from audit_event where id > ${newest} and action <> 'login.failed' order by id`;
    newest = rows.at(-1)?.id ?? newest;
    return [...rows];
  };
  before(async () => {
    await once(relay.listen(0, "127.0.0.1"), "listening");
    mail = await startMailBox();
    const relayUrl = `http://name:key@127.0.0.1:${(relay.address() as AddressInfo).port}`;
    forger = await startForger();
    world = await createWorld([
      ...["--private-providers", "on"],
      ...["--development", "on", "--outbound-allow-private", "on"],
      ...jwtFlags(),
      ...["--smtp-url", mail.env["PARLEY_SMTP_URL"] ?? "", "--push-relay-url", relayUrl],
    ]);
  });
  after(async () => {
    await world.server.stop();
    await mail.close();
    relay.closeAllConnections();
    relay.close();
  });

  /** A provider that has let in somebody, who is logged in by it. */
  const providerWithSession: Calls = {
    "DELETE /realm/identity_providers/{provider_id}": async ({ owner, server, fresh }) => {
      const { display_name, issuer, client_id, ...more } = providerBy(forger.issuer, { auto_signup: true });
      const { id } = await owner.call("POST /realm/identity_providers", {
        ...{ kind: "oidc", slug: "by-owner", secret: more.client_secret },
        settings: { display_name, issuer, client_id, auto_signup: true },
      });
      await owner.call("POST /realm/domains", { domain: "by-owner.example", allow_subdomains: false });
      const claims = { sub: fresh(), email: "x@by-owner.example", email_verified: true, name: fresh() };
      const answer = await signOn(server, forger, { claims }, "/accounts/login/social/oidc/by-owner");
      assert.ok(sessionOf(answer), answer.text);
      return owner.call("DELETE /realm/identity_providers/{provider_id}", { provider_id: id });
    },
  };

  for (const { id, name, audits } of declared) {
    const calls = [goodCalls[name], furtherCalls[name], providerWithSession[name]].filter((call) => call !== undefined);
    if (audits.length === 0 || calls.length === 0) continue;
    test(`${name} records what it declares where it needs more than the table has`, async () => {
      await recordedSince();
      for (const call of calls) await call(world);
      const actions = (await recordedSince()).map(({ action }) => action);
      const seen = written.get(id) ?? new Set();
      written.set(id, seen);
      for (const action of audits) if (actions.includes(action)) seen.add(action);
    });
  }

  for (const { id, auth, name, audits } of declared) {
    test(`${name} records what it declares when it succeeds, and nothing when it is refused`, async () => {
      const [gate, args, more] = table[name] as unknown as Row;
      const allowed = ROLES.filter((role) => gate[role] === undefined);
      for (const role of [...ROLES.filter((other) => !allowed.includes(other)), ...allowed]) {
        const actor = world.actors[role];
        const params = await args?.(world, actor);
        await recordedSince();
        const { refusal, answer } = await outcome(actor, name, params);
        const rows = await recordedSince();
        if (refusal !== undefined) {
          assert.deepEqual(rows, [], `${id} refused to ${role}`);
          continue;
        }
        const seen = written.get(id) ?? new Set();
        written.set(id, seen);
        for (const row of rows) {
          assert.ok(audits.includes(row.action), `${id} has recorded ${row.action}`);
          assert.ok(row.requestId !== null && row.address === "127.0.0.1", id);
          if (auth !== "none")
            assert.deepEqual([row.actorKind, row.actorId], [role.includes("bot") ? "bot" : "user", actor.id], id);
          seen.add(row.action);
        }
        await more?.undo?.(world, actor, answer as never);
      }
    });
  }

  test("every declared action was recorded by its endpoint", () => {
    const never = declared.flatMap(({ id, audits }) =>
      audits.filter((action) => written.get(id)?.has(action) !== true).map((action) => `${id} ${action}`),
    );
    assert.deepEqual(never, []);
  });
});
