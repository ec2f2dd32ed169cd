import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Endpoint } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { ROLES } from "#engine/model/records.ts";
import { beginSlowRequest, type SlowRequest } from "../harness/slow-request.ts";
import { until } from "../harness/until.ts";
import type { Refusal } from "./authorization/gates.ts";
import { outcome } from "./authorization/outcome.ts";
import type { Row } from "./authorization/row.ts";
import { table } from "./authorization/table.ts";
import { type Actor, createWorld, type World } from "./authorization/world.ts";

/** Every operation that reads a body. */
const cases = endpoints
  .filter(({ method, auth }) => method !== "GET" && auth !== "none")
  .map((endpoint) => {
    const name = `${endpoint.method} ${endpoint.path}` as OperationName;
    return { endpoint, name, row: table[name] as Row };
  });

type Operation = (typeof cases)[number];
type Case = Operation & { readonly refusal: Refusal };

const withRefusal = (operation: Operation, refusal: Refusal | undefined): Case[] =>
  refusal === undefined ? [] : [{ ...operation, refusal }];

/** What even an owner may not do says nothing about lost rights. */
const refusedToGuests = cases.flatMap((lostRight) => {
  const [{ owner, guest }] = lostRight.row;
  return owner === undefined ? withRefusal(lostRight, guest) : [];
});

const isGated = ({ auth }: Endpoint) => ["member", "human_member", "administrator", "owner"].includes(auth);

const DEAD_KEY: Refusal = { status: 401, code: "INVALID_API_KEY", msg: "Invalid API key" };
/** No valid file: a user who may upload one is refused for that. */
const FILE = Buffer.alloc(1000, "x");

suite("a caller who loses their rights while the body of their request is arriving", () => {
  let world: World;
  let caller: Actor;
  before(async () => {
    world = await createWorld();
    // One of two owners may be demoted; this one may do everything before.
    caller = world.actors.administrator;
    await setRole(ROLES.owner);
    // Every operation that declares a role must be among the tried ones.
    const tried = new Set(refusedToGuests.map(({ name }) => name));
    assert.deepEqual(
      cases.filter(({ endpoint, name }) => isGated(endpoint) && !tried.has(name)).map(({ name }) => name),
      [],
    );
  });

  const setRole = (role: number) => world.owner.call("PATCH /users/{user_id}", { user_id: caller.id, role });
  /** A guest becomes a member first. */
  const restore = async () => {
    await setRole(ROLES.member);
    await setRole(ROLES.owner);
  };
  const argsFor = async ({ row: [, args] }: Operation) => args?.(world, caller);

  /** All rows of all tables, except what jobs write, and files, which are stored before the refusal. */
  async function everything(): Promise<Record<string, string>> {
    const { sql } = world.server.database;
    const rows = await sql<{ name: string; sum: string }[]>`
      select c.relname as name,
             (xpath('//sum/text()', query_to_xml(format(
               'select coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from %I t', c.relname), false, true, '')))[1]::text as sum
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not like '%search%' and c.relname not like '%presence%'
        and c.relname not in ('upload_file', 'upload_chunk', 'topic_progress')
      order by 1`;
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  }

  /** An export that an operation needs is made in the background, and writes until it is done. */
  async function exportsAreMade(): Promise<void> {
    const { sql } = world.server.database;
    const pending = () => sql<{ id: number }[]>`select id from realm_export where status = 'pending'`;
    await until(pending, (rows) => rows.length === 0);
  }

  /** Calls all operations with bodies that are finished only after something has happened to the caller. */
  async function callInBetween(some: readonly Case[], happens: () => Promise<unknown>): Promise<void> {
    const { url } = world.server;
    const begun: (Case & { readonly request: SlowRequest })[] = [];
    for (const lostRight of some) {
      const { name: operation, endpoint } = lostRight;
      const file = endpoint.file === undefined ? {} : { file: FILE };
      const args = await argsFor(lostRight);
      const request = await beginSlowRequest({ url, operation, args, as: caller.client.connection, ...file });
      begun.push({ ...lostRight, request });
    }
    await happens();
    await exportsAreMade();
    const before = await everything();
    for (const { name, refusal, request } of begun) {
      const { status, json } = await request.finish();
      assert.deepEqual({ status, code: json["code"], msg: json["msg"] }, refusal, name);
    }
    assert.deepEqual(await everything(), before, "nothing is written");
  }

  test("is refused by every operation that their new role may not call, and nothing is written", async () => {
    await callInBetween(refusedToGuests, () => setRole(ROLES.guest));
    await restore();
  });

  test("is refused by every operation once their account is deactivated, and nothing is written", async () => {
    const refused = cases.flatMap((lostRight) => withRefusal(lostRight, lostRight.row[0].deactivated));
    assert.equal(refused.length, cases.length);
    await callInBetween(refused, () => world.owner.call("DELETE /users/{user_id}", { user_id: caller.id }));
    await world.owner.call("POST /users/{user_id}/reactivate", { user_id: caller.id });
  });

  test("is refused by every operation once their key is revoked, and nothing is written", async () => {
    const refused = cases.flatMap((lostRight) => withRefusal(lostRight, DEAD_KEY));
    await callInBetween(refused, async () => {
      const { api_key: key } = await caller.client.call("POST /users/me/api_key/regenerate");
      caller.client = world.server.as(caller.client.connection.email ?? "", key);
    });
  });

  test("passes the gate again in the writer, where a demotion may have come first", async () => {
    const { sql } = world.server.database;
    const waitingForHead = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.count ?? 0;
    };
    const writes = ({ row: [, , more] }: Case) => more?.meets === undefined && more?.isRead === undefined;
    const some = refusedToGuests.filter((gated) => isGated(gated.endpoint) && writes(gated));
    const args = await Promise.all(some.map(argsFor));
    const answers = await sql.begin(async (holder) => {
      await holder`select 1 as one from realm_head for update`;
      const demoted = setRole(ROLES.guest);
      await until(waitingForHead, (count) => count > 0);
      const asked = some.map(({ name }, index) => outcome(caller, name, args[index]));
      // These get their responses after the requests above were read, so those were admitted as an owner's.
      for (let n = 0; n < 3; n += 1) await world.member.call("GET /users/me");
      return { all: Promise.all([demoted, ...asked]) };
    });
    const [, ...outcomes] = await answers.all;
    for (const [index, { name, refusal }] of some.entries()) {
      assert.deepEqual(outcomes[index]?.refusal, refusal, name);
    }
    await restore();
  });
});
