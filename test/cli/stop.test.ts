import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { findCluster, startCluster } from "#engine/db/embedded/embedded.ts";
import { cleanEnvironment, endStarted, startInFolder } from "../harness/command.ts";
import { newDataFolder } from "../harness/folder.ts";
import { programScript } from "../harness/programs.ts";
import { raw } from "../harness/raw.ts";
import { until } from "../harness/until.ts";

const ROOT = join(import.meta.dirname, "../..");

suite("stopping", () => {
  const folder = newDataFolder("parley-stop-");
  after(async () => {
    await endStarted();
    await (await findCluster(folder))?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("an operator who stops a server that is still starting leaves nothing running", async () => {
    for (const moment of ["Creating the database", "Starting PostgreSQL", "Creating the tables"]) {
      const child = spawn(process.execPath, [programScript("main"), "--port", "0", "--data", folder], {
        env: cleanEnvironment(),
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      const ended = once(child, "exit");
      child.stdout.on("data", (data) => {
        if (!output.includes(moment) && (output += String(data)).includes(moment)) child.kill("SIGTERM");
      });
      assert.deepEqual(await ended, [0, null], moment);
      assert.ok(output.includes(moment));
      assert.equal(await findCluster(folder), undefined, moment);
    }
  });

  test("creating the database ends when the server is asked to stop, and leaves nothing", async (t) => {
    const dataDir = newDataFolder("parley-created-");
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const stopping = new AbortController();
    const started = startCluster({ dataDir, progress: () => {}, stopping: stopping.signal });
    const refused = assert.rejects(started);
    await until(
      async () => readdirSync(dataDir, { recursive: true }).length,
      (count) => count > 10,
    );
    stopping.abort();
    await refused;
    assert.deepEqual(readdirSync(dataDir), []);
  });

  test("a server whose output is no longer read continues", async (t) => {
    const fresh = newDataFolder("parley-unheard-");
    t.after(() => rmSync(fresh, { recursive: true, force: true }));
    const child = spawn(process.execPath, [programScript("main"), "--port", "0", "--data", fresh], {
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(child, "exit");
    child.stdout.once("data", () => child.stdout.destroy());
    const cluster = await until(
      async () => (child.exitCode === null ? findCluster(fresh) : "none"),
      (found) => found !== undefined,
    );
    assert.notEqual(cluster, "none");
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null]);
  });

  test("a client that sends half a request, or that does not hang up, does not keep a server from stopping", async () => {
    const server = await startInFolder(folder);
    const port = Number(new URL(server.url).port);
    const form = "Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9";
    const beginnings = ["", "GET /api/v1/ev", `POST /api/v1/fetch_api_key HTTP/1.1\r\n${form}\r\n\r\nuser`];
    const clients = await Promise.all(
      beginnings.map(async (text) => {
        const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
        await once(socket, "connect");
        socket.resume().write(text);
        return socket;
      }),
    );
    await raw(`${server.url}/health`);
    assert.equal(await server.end("SIGTERM"), 0);
    assert.equal(await findCluster(folder), undefined, "PostgreSQL stopped with it");
    for (const socket of clients) socket.destroy();
  });

  test("the signals that stop npm or npx stop the server", async () => {
    const npm = await startInFolder(folder, [], {}, ["npm", "start", "--"]);
    assert.equal(await npm.end("SIGTERM"), 0, npm.output());
    assert.equal(await findCluster(folder), undefined);

    const parley = join(ROOT, "bin/parley.js");
    const shell = ["sh", "-c", `"$0" "$@"; exit $?`, process.execPath, parley, "start"] as const;
    const npx = await startInFolder(folder, [], { npm_lifecycle_event: "npx" }, [...shell]);
    await npx.end("SIGTERM");
    const isStopped = (cluster: unknown) => cluster === undefined;
    await until(() => findCluster(folder), isStopped);

    const server = await startInFolder(folder, [], {}, [process.execPath, parley, "start"]);
    assert.equal(await server.end("SIGINT"), 0);
    assert.equal(await findCluster(folder), undefined);
  });
});
