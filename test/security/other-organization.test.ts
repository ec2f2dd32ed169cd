import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Endpoint } from "#api/endpoint.ts";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { createKeys } from "#platform/keys.ts";
import { FATAL } from "../fuzz/endpoints.ts";
import { goodFields } from "../fuzz/side.ts";
import { SECRET } from "../harness/cast.ts";
import { atHost } from "../harness/raw.ts";
import { until } from "../harness/until.ts";
import { createWorld, type World } from "./authorization/world.ts";

const ABSENT = 2_147_483_000;
/** Below this, the other organization may have something of the same ID: each counts on its own. */
const SHARED_IDS = 20;
/** Numbers that are no IDs. */
const NO_IDS = /^(num_before|num_after|limit|before|field_type|bot_type|last_event_id|scheduled_delivery_timestamp)$/;
const NO_ID_TYPES = /^(visibility_policy|realm_id_str|push_account_id)$/;

suite("CVE-2025-30368, CVE-2025-30369: an ID of another organization", () => {
  let world: World;
  let goods: ReadonlyMap<Endpoint, Readonly<Record<string, string>>>;
  let lear: readonly [email: string, key: string];
  before(async () => {
    world = await createWorld();
    for (let n = 0; n < SHARED_IDS; n += 1) await world.post();
    goods = await goodFields({ ...world, message: await world.post() });
    // An export that ends during the test would change rows.
    await until(
      () => world.owner.call("GET /export/realm"),
      ({ exports }) => exports.every(({ pending }) => !pending),
    );
    const owner = { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" };
    const made = await createOrganization(world.server.database.sql, { subdomain: "lear", name: "Lear", owner });
    lear = [owner.email, createKeys(SECRET).apiKey(made.realmId, made.owner.id, 1)];
    await until(
      () => ask("GET", "/users/me"),
      ({ status }) => status === 200,
    );
  });

  const ask = (method: string, target: string) =>
    atHost(world.server.url, "lear.localhost", `/api/v1${target}`, { method, as: lear });

  /** All parameters go into the query, where every endpoint takes them. */
  function askWith({ method, path }: Endpoint, values: Readonly<Record<string, string>>) {
    const inPath = pathNames(path);
    const target = inPath.reduce(
      (text, name) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? "1")),
      path,
    );
    const others = Object.entries(values).filter(([name]) => !inPath.includes(name));
    return ask(method, `${target}?${new URLSearchParams(others).toString()}`);
  }

  test("looks like one that does not exist in every parameter of every endpoint, and nothing of it changes", async () => {
    const before = await rowsOf(world);
    const different: string[] = [];
    const tried = new Set<string>();
    for (const endpoint of endpoints.filter(({ method, path }) => !FATAL.has(`${method} ${path}`))) {
      const values = goods.get(endpoint) ?? {};
      for (const [name, text] of Object.entries(values)) {
        const absent = withoutIds(name, text);
        if (absent === undefined) continue;
        tried.add(name);
        const [one, other] = [await askWith(endpoint, values), await askWith(endpoint, { ...values, [name]: absent })];
        if (plain(one.text, text) !== plain(other.text, absent) || one.status !== other.status || one.status >= 500)
          different.push(`${endpoint.id} ${name}=${text}: ${one.text.trim()} but for ${absent}: ${other.text.trim()}`);
      }
    }
    assert.deepEqual(different, []);
    for (const name of ["export_id", "field_id", "message_id", "stream_id", "user_id", "bot_id", "filter_id"])
      assert.ok(tried.has(name), name);
    assert.deepEqual(await rowsOf(world), before);
  });
});

/** The same value with every ID replaced; undefined if it holds none. */
function withoutIds(name: string, text: string): string | undefined {
  if (NO_IDS.test(name) || NO_ID_TYPES.test(name)) return undefined;
  const isOnlyNumbers = /^[[\]{}",\w:\s]*$/.test(text) && /\d/.test(text) && !/[A-Za-z]{3}/.test(text);
  if (!isOnlyNumbers) return undefined;
  const replaced = text.replace(/\b\d{2,10}\b/g, (digits) => (Number(digits) > SHARED_IDS ? String(ABSENT) : digits));
  return replaced === text ? undefined : replaced;
}

/** A response without the IDs that were asked for, and without what it has just created. */
function plain(text: string, asked: string): string {
  const ids = asked.match(/\d{2,10}/g) ?? [];
  return ids.reduce((left, id) => left.replaceAll(id, "…"), text).replace(/"(\w*id|ids)":\[?\d+\]?/g, "");
}

/** All rows of the first organization, but those of jobs. */
async function rowsOf({ server }: World): Promise<Record<string, string>> {
  const { sql } = server.database;
  const rows = await sql<{ name: string; sum: string }[]>`
    select c.relname as name,
           (xpath('//sum/text()', query_to_xml(format(
             'select coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from %I t where realm_id = 1', c.relname),
             false, true, '')))[1]::text as sum
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like '%search%' and c.relname not like '%presence%' and c.relname not like '%topic%'
      and c.relname not like '%export%'
    order by 1`;
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
