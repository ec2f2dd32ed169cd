import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { domains, endpoints, eventRegistry } from "../../src/app.ts";
import { createDelivery } from "#engine/delivery/deliver.ts";
import { eventRegistryOf } from "#engine/log/event-kinds.ts";
import { formOf, NO_CAPABILITIES, type Queue, type QueueOptions } from "#engine/log/queue.ts";
import { missingScope, type RequiredScope, type Scope, SCOPES } from "#http/scopes.ts";
import { pathNames } from "#api/endpoint.ts";
import { createKeys } from "#platform/keys.ts";
import { createLogger } from "#platform/logger.ts";
import { Type } from "#platform/schema/type.ts";
import { versionFields } from "#domains/records/organization/version.ts";
import type { CheckedClient } from "../harness/checked-client.ts";
import { emptyTestModel } from "../harness/model.ts";
import { untilParked } from "../harness/parked.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

/** A user has 200 queues at most, and two of these are used up by other tests. */
const [PEOPLE, POLLS] = process.env["TEST_LONG"] === "1" ? [6, 170] : [1, 40];

suite("keys with scopes", () => {
  let server: TestServer;
  const clients = new Map<Scope, CheckedClient>();
  let others: ReadonlyMap<Scope, CheckedClient>;
  const withScopes = async (scopes: Scope[]) => {
    const owner = server.cast.desdemona;
    const { api_key } = await owner.call("POST /users/me/api_keys", { name: scopes.join(" ").slice(0, 100), scopes });
    return server.as(owner.email, api_key);
  };
  before(async () => {
    server = await startTestServer();
    for (const scope of SCOPES) clients.set(scope, await withScopes([scope]));
    const allBut: [Scope, CheckedClient][] = [];
    for (const scope of SCOPES) allBut.push([scope, await withScopes(SCOPES.filter((held) => held !== scope))]);
    others = new Map(allBut);
  });

  /** Without parameters: those of the path stand for nothing that there is. */
  const ask = async ({ connection }: CheckedClient, { method, path }: { method: string; path: string }) => {
    const filled = pathNames(path).reduce((text, name) => text.replace(`{${name}}`, "2147483000"), path);
    const as = connection as { email: string; apiKey: string };
    const { status, json } = await raw(`${server.url}/api/v1${filled}?dont_block=true`, { method, as });
    return json["code"] === "INSUFFICIENT_SCOPE" ? { status, lacks: json["required_scope"] } : undefined;
  };
  const refusalFor = (held: readonly Scope[], required: RequiredScope) => {
    const lacks = missingScope(held, required);
    return lacks && { status: 403, lacks };
  };

  test("every endpoint answers a key by its scope and by nothing else", async () => {
    let asked = 0;
    for (const endpoint of endpoints) {
      const refused = [...clients, ...others].map(async ([scope, client]) => {
        const held = clients.get(scope) === client ? [scope] : SCOPES.filter((other) => other !== scope);
        const expected = refusalFor(held, endpoint.scope);
        // Those that it is for are asked once, below: some change what cannot be undone.
        if (expected === undefined && (held.length === 1 || endpoint.method !== "GET")) return;
        assert.deepEqual(await ask(client, endpoint), expected, `${endpoint.id} with ${held.join(" ")}`);
        asked += 1;
      });
      await Promise.all(refused);
    }
    for (const endpoint of endpoints) {
      const needed = [endpoint.scope].flat().filter((scope): scope is Scope => SCOPES.includes(scope as Scope));
      if (needed.length === 0) continue;
      const client = needed.length === 1 ? clients.get(needed[0] as Scope) : await withScopes(needed);
      assert.equal(await ask(client as CheckedClient, endpoint), undefined, endpoint.id);
      asked += 1;
    }
    assert.ok(asked > endpoints.length * SCOPES.length);
  });

  test("register returns the state that a key's scopes cover, and the version", async () => {
    const sections = domains.flatMap((domain) => domain.sections);
    const everything = Object.keys(await server.cast.desdemona.register());
    for (const [scope, client] of clients) {
      const covered = sections.filter((section) => missingScope([scope], section.scope) === undefined);
      const allowed = new Set(covered.flatMap(({ fields }) => Object.keys(fields)));
      const always = ["result", "msg", "queue_id", "last_event_id", "idle_queue_timeout_secs"];
      const fields = Object.keys(await client.register());
      const known = new Set([...always, ...Object.keys(versionFields)]);
      assert.deepEqual(
        fields.filter((field) => !known.has(field)).sort(),
        everything.filter((field) => allowed.has(field) && !known.has(field)).sort(),
        scope,
      );
    }
  });

  test("a queue of a key is for that key, for keys that mean everything, and for no other with scopes", async () => {
    const { desdemona } = server.cast;
    const reader = clients.get("messages:read") as CheckedClient;
    const [own, full] = [await reader.register(), await desdemona.register()];
    const poll = (client: CheckedClient, { queue_id, last_event_id }: typeof own) =>
      client.call("GET /events", { queue_id, last_event_id, dont_block: true });
    await poll(reader, own);
    await poll(desdemona, own);
    const other = clients.get("users:read") as CheckedClient;
    for (const queue of [own, full]) {
      await assert.rejects(poll(other, queue), /Bad event queue ID/);
      assert.equal((await other.refused("DELETE /events", { queue_id: queue.queue_id })).code, "BAD_EVENT_QUEUE_ID");
    }
    await reader.call("DELETE /events", { queue_id: own.queue_id });
  });

  test("a revoked key opens nothing, its parked polls are refused within a second, and its queues are gone", async () => {
    const { desdemona } = server.cast;
    const people = Object.values(server.cast).slice(0, PEOPLE);
    const keys = await Promise.all(
      people.map(async (person) => {
        const name = "to be revoked";
        const { api_key, key_id } = await person.call("POST /users/me/api_keys", { name, scopes: ["messages:read"] });
        return { client: server.as(person.email, api_key), key_id };
      }),
    );
    const queues: [CheckedClient, { queue_id: string; last_event_id: number }][] = [];
    for (const { client } of keys)
      for (let n = 0; n < POLLS; n += 1) queues.push([client, await client.register({ event_types: ["message"] })]);
    const { queue_id, last_event_id } = await desdemona.register({ event_types: ["message"] });
    const stays = desdemona.call("GET /events", { queue_id, last_event_id });
    const answers = queues.map(async ([client, queue]) => {
      const refused = await client.refused("GET /events", queue);
      return { code: refused.code, status: refused.status, at: performance.now() };
    });
    await untilParked(server.url, queues.length + 1);
    const revoked = performance.now();
    await Promise.all(keys.map(({ key_id }) => desdemona.call("DELETE /api_keys/{key_id}", { key_id })));
    for (const { code, status, at } of await Promise.all(answers)) {
      assert.deepEqual([code, status], ["INVALID_API_KEY", 401]);
      assert.ok(at - revoked < 1000, `${at - revoked} ms`);
    }
    const [first] = queues;
    assert.equal((await keys[0]?.client.refused("POST /register"))?.code, "INVALID_API_KEY");
    const gone = await people[0]?.refused("GET /events", { queue_id: first?.[1].queue_id ?? "", last_event_id: -1 });
    assert.equal(gone?.code, "BAD_EVENT_QUEUE_ID");
    await desdemona.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
    assert.equal((await stays).events.length, 1, "what was parked by another key gets its events");
  });
});

test("every kind of event is delivered to a queue by the scopes of its key, and to none whose key is gone", () => {
  const model = emptyTestModel(7);
  const options: QueueOptions = {
    ...{ eventTypes: null, applyMarkdown: false, clientGravatar: true, slimPresence: false, allPublicStreams: false },
    ...{ narrow: [], capabilities: NO_CAPABILITIES },
  };
  const user = { id: 1 } as never;
  const form = formOf(options);
  const queueOf = (keyId: number | undefined): Queue => ({ id: "q", userId: 1, options, beginsAfter: -1, form, keyId });
  for (const [index, scope] of SCOPES.entries()) {
    const key = {
      id: index,
      hash: scope,
      userId: 1,
      scopes: [scope],
      channelIds: null,
      expiresAt: null,
      isOauth: false,
    };
    model.apiKeys.set(index, key);
  }
  // What a kind renders needs the things that it is about: whether it is delivered at all does not.
  const kinds = [...eventRegistry.values()].map(({ type, op, scope, summary }) => ({
    ...{ type, ...(op !== undefined && { op }), scope, summary },
    schema: Type.Object({ type: Type.String() }),
  }));
  const delivery = createDelivery(eventRegistryOf(kinds), createLogger("silent"), createKeys(""));
  for (const { type, op, scope } of kinds) {
    const entry = {
      position: 8,
      event: { type, ...(op !== undefined && { op }) },
      audience: { to: "users", ids: [1] } as const,
    };
    const isDelivered = (keyId: number | undefined) =>
      delivery.serialize(entry, queueOf(keyId), user, model) !== undefined;
    assert.ok(isDelivered(undefined), type);
    assert.ok(!isDelivered(1000), type);
    for (const [index, held] of SCOPES.entries())
      assert.equal(isDelivered(index), missingScope([held], scope) === undefined, `${type}/${op} for ${held}`);
  }
});
