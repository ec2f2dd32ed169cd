import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { connect } from "#client/client.ts";
import { findCluster } from "#engine/db/embedded/embedded.ts";
import { endStarted, runCommand, runCommandHere, startInFolder } from "../harness/command.ts";
import { newDataFolder } from "../harness/folder.ts";
import { createDatabase, stopOwnCluster } from "../harness/database.ts";
import { METRICS_TOKEN } from "../harness/metrics.ts";
import { untilParked } from "../harness/parked.ts";
import { sourceProgram } from "../harness/programs.ts";
import { raw } from "../harness/raw.ts";
import { until } from "../harness/until.ts";

const OWNER = { PARLEY_OWNER_EMAIL: "owner@elsinore.example", PARLEY_OWNER_PASSWORD: "a very good password" };

suite("starting and stopping", () => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = newDataFolder("parley with spaces ");
    folders.push(folder);
    return folder;
  };
  after(async () => {
    await endStarted();
    for (const folder of folders) {
      await (await findCluster(folder))?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    await stopOwnCluster();
  });

  test("the first start creates an organization and prints the owner's login once; the second is quick and prints none", async () => {
    const folder = newFolder();
    const source = [process.execPath, sourceProgram("main")] as const;
    const first = await startInFolder(folder, ["--organization-name", "Elsinore"], {}, source);
    const key = /API key\s+(\S+)/.exec(first.output())?.[1] as string;
    const password = /Password\s+(\S+)/.exec(first.output())?.[1] as string;
    assert.equal(password.length, 20);
    const owner = connect({ url: first.url, email: "owner@localhost", apiKey: key });
    assert.equal((await owner.call("GET /users/me")).is_owner, true);
    const { messages } = await owner.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0 });
    assert.deepEqual([...new Set(messages.map(({ subject }) => subject))], ["greetings", "how topics work"]);
    assert.ok(
      messages.every(({ flags, content }) => !flags.includes("read") && !content.includes("#**")),
      "the owner finds them in the inbox, with a link to the channel",
    );
    const { id } = await owner.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "kept" });
    const link = /http:\/\/localhost:\d+(\/login\/once\/\w{32})/.exec(first.output())?.[1] as string;
    const opened = await fetch(`${first.url}${link}`, { redirect: "manual" });
    assert.deepEqual([opened.status, opened.headers.get("location")], [303, "/"], "and a link that logs them in");
    assert.match(opened.headers.get("set-cookie") ?? "", /^__Host-parley=/);
    assert.equal(statSync(join(folder, "secret")).mode & 0o777, 0o600);
    assert.equal(await first.end("SIGTERM"), 0);
    assert.equal(await findCluster(folder), undefined, "PostgreSQL stopped with it");

    const second = await startInFolder(folder, [], {}, source);
    assert.doesNotMatch(second.output(), /API key|Password|login/);
    const again = connect({ url: second.url, email: "owner@localhost", apiKey: key });
    assert.equal((await again.call("GET /messages/{message_id}", { message_id: id })).raw_content, "kept");
    assert.equal(await second.end("SIGINT"), 0);
  });

  test("a first start refuses an owner that the API would refuse, and can be repeated with valid settings", async () => {
    const database = await createDatabase("empty");
    const place = ["--data", newFolder(), "--database-url", database.url];
    const begin = (...flags: string[]) => runCommand(["start", "--port", "0", ...place, ...flags]);
    const weak = await begin("--owner-password", "password");
    assert.deepEqual([weak.code, weak.output.split("\n").at(-2)], [1, "The password is too weak"]);
    const long = await begin("--organization-name", "x".repeat(41));
    assert.equal(long.output.split("\n").at(-2), "--organization-name is too long (limit: 40 characters)");
    const [, folder = "", ...flags] = place;
    const good = await startInFolder(folder, [...flags, "--organization-name", " Elsinore "], OWNER);
    assert.match(good.output(), /^ {2}Elsinore is ready/m);
    await good.end("SIGTERM");
    const again = await startInFolder(folder, [...flags, "--owner-password", "password"]);
    assert.equal(await again.end("SIGTERM"), 0, "there is nobody to make any more");
    await database.drop();
  });

  test("after kill -9 the next start adopts PostgreSQL and nothing is lost, and parked polls end at a shutdown", async () => {
    const folder = newFolder();
    const first = await startInFolder(folder, [], OWNER);
    const login = { username: OWNER.PARLEY_OWNER_EMAIL, password: OWNER.PARLEY_OWNER_PASSWORD };
    const { api_key: apiKey, email } = await connect({ url: first.url }).call("POST /fetch_api_key", login);
    assert.doesNotMatch(first.output(), /a very good password/);
    const owner = connect({ url: first.url, email, apiKey });
    const queue = await owner.call("POST /register", { event_types: ["message"] });
    const { id } = await owner.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "x",
      content: "durable",
    });
    await first.end("SIGKILL");

    const second = await startInFolder(folder, [], { PARLEY_METRICS_TOKEN: METRICS_TOKEN });
    const same = connect({ url: second.url, email, apiKey });
    const args = { queue_id: queue.queue_id as string, last_event_id: queue.last_event_id };
    const { events } = await same.call("GET /events", args);
    assert.partialDeepStrictEqual(events, [{ type: "message", message: { id } }]);
    const waiting = same.call("GET /events", { ...args, last_event_id: events[0]?.id });
    await untilParked(second.url, 1);
    const stopping = second.end("SIGTERM");
    assert.deepEqual((await waiting).events, []);
    assert.equal(await stopping, 0);
  });

  test("a second server on a data folder, a port in use and bad settings end with one clear sentence", async () => {
    const folder = newFolder();
    const empty = await createDatabase("empty");
    const first = await startInFolder(folder, [], OWNER);
    const sentence = async (args: string[], env: Record<string, string> = {}) => {
      const { code, output } = await runCommand(["start", ...args], env);
      assert.equal(code, 1, output);
      return output.trim().split("\n").at(-1) ?? "";
    };
    assert.match(await sentence(["--data", folder, "--port", "0"]), /^Another Parley is running on the data folder/);
    assert.equal((await raw(`${first.url}/health`)).status, 200, "and the first goes on");
    const { port } = new URL(first.url);
    const fresh = newFolder();
    const busy = await runCommand(["start", "--data", fresh, "--port", port]);
    assert.deepEqual([busy.code, busy.output], [1, `Port ${port} is in use already: choose another with --port.\n`]);
    assert.deepEqual(readdirSync(fresh), [], "and nothing was made for it");
    const other = ["--data", newFolder(), "--port", "0", "--database-url", empty.url];
    for (const flag of ["--mail-in-port", "--metrics-port"])
      assert.equal(
        await sentence([...other, flag, port]),
        `Port ${port} is in use already: choose another with ${flag}.`,
      );
    assert.match(await sentence(["--data", folder, "--port", port]), /^Another Parley is running on the data folder/);
    assert.match(await sentence(["--data", newFolder(), "--host", "192.0.2.1"]), /^This machine does not have/);
    assert.match(
      await sentence(["--data", newFolder(), "--host", "nowhere.invalid"]),
      /^The host nowhere.invalid cannot/,
    );
    assert.match(await sentence(["--data", "/dev/null"]), /^\/dev\/null is not a folder/);
    assert.match(await sentence(["--prot", "1"]), /^There is no flag --prot: did you mean --port/);
    assert.match(await sentence([], { PARLEY_PROT: "1" }), /^There is no variable PARLEY_PROT/);
    assert.match(
      await sentence(["--database-url", "postgres://x:SECRET@127.0.0.1:1/x"]),
      /^The database at --database-url cannot be reached/,
    );
    await empty.drop();
    assert.equal(await first.end("SIGTERM"), 0);
  });

  test("a database of a newer version is refused and not changed", async () => {
    const database = await createDatabase();
    await database.sql`insert into schema_version (number, name) values (9999, 'from the future')`;
    const { code, output } = await runCommand([
      "start",
      "--port",
      "0",
      "--data",
      newFolder(),
      "--database-url",
      database.url,
    ]);
    assert.equal(code, 1);
    assert.match(output, /it was used by a newer version/);
    await database.drop();
  });

  test("commands work beside a running server, which is notified of what they write", async () => {
    const folder = newFolder();
    const server = await startInFolder(folder, [], OWNER);
    const data = ["--data", folder];
    const run = async (...args: string[]) => {
      const { code, output } = await runCommandHere([...args, ...data]);
      assert.equal(code, 0, output);
      return output;
    };
    const newUser = ["create-user", "iago@elsinore.example", "Iago", "--role", "administrator"];
    const { output: made } = await runCommand([...newUser, ...data]);
    const key = /API key\s+(\S+)/.exec(made)?.[1] as string;
    const iago = connect({ url: server.url, email: "iago@elsinore.example", apiKey: key });
    assert.equal((await eventually(() => iago.call("GET /users/me"))).full_name, "Iago");
    assert.equal((await run("api-key", "iago@elsinore.example")).trim(), key);
    const nightlyKey = await iago.call("POST /users/me/api_keys", { name: "nightly", scopes: ["users:read"] });
    const nightly = connect({ url: server.url, email: "iago@elsinore.example", apiKey: nightlyKey.api_key });
    assert.match(
      await run("api-keys"),
      new RegExp(`^${nightlyKey.key_id}  iago@elsinore.example  "nightly"  users:read  never expires  never used\n$`),
    );
    await nightly.call("GET /users");
    await run("revoke-api-key", String(nightlyKey.key_id));
    await eventually(() => assert.rejects(nightly.call("GET /users"), /Invalid API key/));
    assert.equal((await runCommandHere(["revoke-api-key", String(nightlyKey.key_id), ...data])).code, 1);
    await run("grant", "iago@elsinore.example", "can_create_users");
    const newcomer = { email: "emilia@elsinore.example", password: "handkerchief stolen", full_name: "Emilia" };
    await eventually(() => iago.call("POST /users", newcomer));
    await run("grant", "iago@elsinore.example", "can_create_users", "--revoke", "yes");
    await run("reset-password", "iago@elsinore.example", "--password", "put money in thy purse");
    const login = { username: "iago@elsinore.example", password: "put money in thy purse" };
    assert.equal((await connect({ url: server.url }).call("POST /fetch_api_key", login)).api_key, key);
    assert.match(await run("create-organization", "lear"), /API key/);
    assert.match(await run("stats"), /users 3, channels 3/);
    assert.equal((await runCommandHere(["api-key", "nobody@x", ...data])).code, 1);
    assert.equal((await runCommandHere(["create-organization", "lear", ...data])).code, 1);
    const mistyped = newFolder();
    const nothing = await runCommand(["stats", "--data", mistyped]);
    assert.equal(nothing.code, 1);
    assert.match(nothing.output, /^There is no Parley in .+ yet: [^\n]+\n$/);
    assert.deepEqual(readdirSync(mistyped), []);
    assert.match((await runCommand(["help"])).output, /--port/);
    assert.match((await runCommandHere(["stats", "--help"])).output, /--port/);
    const several = await runCommandHere(["api-key", "nobody@x", ...data]);
    assert.equal(several.output, 'There are several organizations: name one with --organization, out of "", lear.\n');
    const eaten = await runCommandHere(["create-organization", "albany", "--password", "--name", "x", ...data]);
    assert.deepEqual([eaten.code, eaten.output], [1, "The flag --password needs a value.\n"]);
    for (const [flag, value, refusal] of [
      ["--password", "password", "The password is too weak"],
      ["--name", "x".repeat(41), "--name is too long (limit: 40 characters)"],
      ["--name", " ", "--name cannot be blank"],
      ["--email", "owner", "Invalid address."],
    ] as const) {
      const refused = await runCommandHere(["create-organization", "albany", flag, value, ...data]);
      assert.deepEqual([refused.code, refused.output], [1, `${refusal}\n`]);
    }
    assert.match((await runCommandHere(["nonsense"])).output, /There is no command nonsense/);
    assert.equal(await server.end("SIGTERM"), 0);
    assert.match(readFileSync(join(folder, "postgres.log"), "utf8"), /./);
  });
});

/** Other processes learn of a write a little later, and refuse until then what it allows. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const answer = await until(
    () => attempt().then((value) => ({ value }), String),
    (outcome) => typeof outcome !== "string",
  );
  return (answer as { value: T }).value;
}
