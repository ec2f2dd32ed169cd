import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { browserSession } from "../../../test/harness/browser.ts";
import { atHost } from "../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { until } from "../../../test/harness/until.ts";
import { open } from "#domains/files/test-support.ts";
import { blocked, exportOf, exported, exportsOf, unpacked } from "./test-support.ts";

const START = "POST /export/realm";
const DELETE = "DELETE /export/realm/{export_id}";

interface Answer {
  readonly queue_id?: string;
  readonly last_event_id?: number;
  readonly events?: { readonly exports?: object[] }[];
  readonly exports?: { readonly export_url: string | null }[];
}

suite("exports", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("administrators start, see, download and delete exports; everybody else may not", async () => {
    const { iago, desdemona, hamlet, polonius } = server.cast;
    const [queue, other] = [await desdemona.register(), await hamlet.register()];
    const { id } = await iago.call(START);
    const done = await until(
      () => exportOf(iago, id),
      ({ pending }) => !pending,
    );
    assert.partialDeepStrictEqual(done, {
      acting_user_id: iago.id,
      export_type: 1,
      failed_timestamp: null,
    });
    const events = (await desdemona.drain(queue)).filter(({ type }) => type === "realm_export");
    const told = events.map((event) => event["exports"] as Awaited<ReturnType<typeof exportsOf>>);
    assert.equal(told[0]?.[0]?.pending, true);
    assert.deepEqual(told.at(-1)?.[0]?.id, id);
    assert.equal(told.at(-1)?.[0]?.pending, false);
    assert.deepEqual(
      (await hamlet.drain(other)).filter(({ type }) => type === "realm_export"),
      [],
    );

    const path = new URL(done.export_url as string).pathname;
    const page = await open(server, desdemona, path);
    assert.deepEqual([page.status, page.headers.get("content-type")], [200, "application/gzip"]);
    assert.match(page.headers.get("content-disposition") ?? "", /^attachment/);
    assert.ok(unpacked(page.bytes).files.has("counts.json"));
    const byCookie = await Promise.all(
      [desdemona, hamlet].map(async (who) => (await (await browserSession(server, who)).fetch(path)).status),
    );
    assert.deepEqual(byCookie, [200, 400]);
    for (const [who, status] of [
      [hamlet, 400],
      [polonius, 400],
      [undefined, 401],
    ] as const) {
      assert.equal((await open(server, who, path)).status, status);
    }
    for (const who of [hamlet, polonius]) {
      for (const name of ["GET /export/realm", "GET /export/realm/consents", START] as const) {
        assert.equal((await who.refused(name)).code, "UNAUTHORIZED_PRINCIPAL");
      }
      assert.equal((await who.refused(DELETE, { export_id: id })).code, "UNAUTHORIZED_PRINCIPAL");
    }
    assert.equal((await iago.refused(START, { export_type: 3 })).code, "BAD_REQUEST");
    assert.equal((await iago.refused(DELETE, { export_id: 999_999 })).code, "BAD_REQUEST");

    await desdemona.call(DELETE, { export_id: id });
    assert.partialDeepStrictEqual(await exportOf(iago, id), { export_url: null, pending: false });
    assert.ok(((await exportOf(iago, id)).deleted_timestamp ?? 0) > 0);
    assert.equal((await open(server, desdemona, path)).status, 404);
    assert.equal((await iago.refused(DELETE, { export_id: id })).code, "BAD_REQUEST");
    const [left] = await server.database.sql<{ count: number }[]>`select count(*) from export_chunk`;
    assert.equal(left?.count, 0);
  });

  test("an export is named by the address by which its reader asks, with progress for clients that know of it", async () => {
    const { iago, desdemona } = server.cast;
    const { port } = new URL(server.url);
    const as = [desdemona.email, desdemona.apiKey] as const;
    const at = async (host: string, path: string, method = "GET") =>
      JSON.parse((await atHost(server.url, `${host}:${port}`, `/api/v1${path}`, { method, as })).text) as Answer;
    const knowing = encodeURIComponent(JSON.stringify({ export_progress: true, notification_settings_null: true }));
    const hosts = ["localhost", "127.0.0.1", "192.0.2.5"];
    const queues = await Promise.all(
      hosts.map((host) => at(host, `/register?event_types=["realm_export"]&client_capabilities=${knowing}`, "POST")),
    );
    const plain = await desdemona.register({ event_types: ["realm_export"] });
    await exported(server, iago, 1);
    for (const [index, host] of hosts.entries()) {
      const { queue_id: queue, last_event_id: last } = queues[index] as Answer;
      const { events = [] } = await at("localhost", `/events?queue_id=${queue}&last_event_id=${last}`);
      const { exports: fetched } = await at(host, `/export/realm?client_capabilities=${knowing}`);
      assert.deepEqual(events.at(-1)?.exports, fetched);
      const url = fetched?.map(({ export_url }) => export_url).find((link) => link !== null);
      assert.ok(url?.startsWith(`http://${host}:${port}/`), url ?? "none");
      assert.ok(fetched?.every((item) => "progress" in item));
    }
    const told = (await desdemona.drain(plain)).at(-1)?.["exports"] as object[];
    assert.deepEqual(told, await exportsOf(desdemona));
    assert.ok(!told.some((item) => "progress" in item));
  });

  test("who agrees to have their data exported is told to administrators", async () => {
    const { iago, hamlet } = server.cast;
    await hamlet.call("PATCH /settings", { allow_private_data_export: true });
    const { export_consents: consents } = await iago.call("GET /export/realm/consents");
    assert.deepEqual(
      consents.filter(({ consented }) => consented),
      [{ user_id: hamlet.id, consented: true }],
    );
    assert.equal(consents.length, 7);
  });

  test("there is one at a time, and one that is cancelled comes to nothing", async () => {
    const { iago } = server.cast;
    let id = 0;
    await blocked(server, async () => {
      ({ id } = await iago.call(START));
      assert.equal((await iago.refused(START)).code, "BAD_REQUEST");
      await until(
        () => server.database.sql`select from realm_export where id = ${id} and attempts = 1`,
        ({ length }) => length > 0,
      );
      assert.equal((await exportOf(iago, id)).pending, true);
      await iago.call(DELETE, { export_id: id });
    });
    assert.partialDeepStrictEqual(await exportOf(iago, id), { pending: false, export_url: null });
    // The next one is made after the first has noticed.
    await exported(server, iago, 1);
    assert.equal((await exportOf(iago, id)).export_url, null);
  });

  test("what a process left behind is begun anew by the next, and given up after a few", async () => {
    const { iago } = server.cast;
    const { sql } = server.database;
    const abandon = (id: number, attempts: number) => sql`
      insert into realm_export (realm_id, id, acting_user_id, kind, attempts) values (1, ${id}, ${iago.id}, 1, ${attempts})`;
    await abandon(900_001, 1);
    await sql`insert into export_chunk (realm_id, export_id, attempt, number, data) values (1, 900001, 1, 0, 'half')`;
    const again = await until(
      () => exportOf(iago, 900_001),
      ({ pending }) => !pending,
    );
    const { bytes } = await open(server, iago, new URL(again.export_url as string).pathname);
    assert.ok(unpacked(bytes).files.has("counts.json"));
    await abandon(900_002, 3);
    const failed = await until(
      () => exportOf(iago, 900_002),
      ({ pending }) => !pending,
    );
    assert.ok((failed.failed_timestamp ?? 0) > 0 && failed.export_url === null);
    assert.equal((await iago.refused(DELETE, { export_id: 900_002 })).code, "BAD_REQUEST");
    await exported(server, iago, 1);
  });

  test("nobody exports all the time", async () => {
    const { iago } = server.cast;
    const { sql } = server.database;
    await sql`
      insert into realm_export (realm_id, id, acting_user_id, kind, status, size)
      select 1, 910000 + n, ${iago.id}, 1, 'done', 1 from generate_series(1, 10) n`;
    assert.match((await iago.refused(START)).body["msg"] as string, /rate limit/);
    await sql`update realm_export set started_at = now() - interval '8 days'`;
    await exported(server, iago, 1);
  });
});

test("kill -9 during an export leaves none stuck", async () => {
  const first = await startTestServer({ isSeparate: true });
  const { database, cast } = first;
  let id = 0;
  await blocked(first, async () => {
    ({ id } = await cast.iago.call(START));
    await until(
      () => database.sql`select from realm_export where attempts = 1`,
      ({ length }) => length > 0,
    );
    await first.stop("SIGKILL");
  });
  // As if a minute had passed.
  await database.sql`update realm_export set leased_until = now()`;
  const second = await startTestServer({ database });
  const done = await until(
    () => exportOf(second.cast.iago, id),
    ({ pending }) => !pending,
  );
  assert.ok(done.export_url !== null);
});
