import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { connect, eventsOf, ParleyError } from "#client/client.ts";
import { person } from "../harness/cast.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";
import { readmeSnippet, ROOT, withReplaced } from "./readme-snippet.ts";

suite("the events of a program", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("the README's program receives every event once while the server is killed and started again", async () => {
    let server = await startTestServer({ isSeparate: true });
    const { database, url } = server;
    const folder = mkdtempSync(join(tmpdir(), "parley-readme-"));
    const program = runReadme(folder, url);
    const contents = (): readonly string[] => program.output().match(/(?<=Hamlet )\w+ \d/g) ?? [];
    const say = (content: string) =>
      server.cast.hamlet.call("POST /messages", { type: "channel", to: "general", topic: "hello", content });
    try {
      await until(program.output, (output) => output.includes("Desdemona Hi!"));
      await say("before 1");
      await until(contents, ({ length }) => length === 1);
      for (let round = 1; round <= 2; round += 1) {
        await server.stop("SIGKILL");
        server = await startTestServer({ isSeparate: true, database, port: new URL(url).port });
        const { id } = await say(`after ${round}`);
        await until(contents, (seen) => seen.includes(`after ${round}`));
        await server.cast.hamlet.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: "tada" });
        await until(program.output, (output) => output.split("tada").length - 1 === round);
      }
      assert.deepEqual(contents(), ["before 1", "after 1", "after 2"]);
    } finally {
      program.process.kill();
      rmSync(folder, { recursive: true });
      await server.stop("SIGKILL");
    }
  });

  test("a program whose queue is gone ends with the reason, or registers another and continues", async () => {
    const { hamlet } = server.cast;
    const [lost, other] = [await hamlet.register(), await hamlet.register({ event_types: ["alert_words"] })];
    await hamlet.call("DELETE /events", { queue_id: lost.queue_id });
    await assert.rejects(
      eventsOf(hamlet, lost).next(),
      (error) => error instanceof ParleyError && error.code === "BAD_EVENT_QUEUE_ID",
    );
    let renewed = 0;
    const renew = () => {
      renewed += 1;
      return Promise.resolve(other);
    };
    const next = eventsOf(hamlet, lost, { renew }).next();
    await hamlet.call("POST /users/me/alert_words", { alert_words: ["ghost"] });
    assert.equal(((await next).value as { type: string }).type, "alert_words");
    assert.equal(renewed, 1);
  });

  test("a program retries while a proxy says that the server is away, and ends at once for permanent errors", async () => {
    const answers = [
      [502, "<html>Bad gateway</html>"],
      [429, `{"result":"error","code":"RATE_LIMIT_HIT","msg":"","retry-after":0.01}`],
      [200, `{"result":"success","msg":"","queue_id":"x","events":[{"type":"heartbeat","id":1}]}`],
      [503, `{"result":"error","code":"UNKNOWN_OUTCOME","msg":""}`],
      [200, `{"result":"success","msg":"","queue_id":"x","events":[{"type":"presence","id":2}]}`],
      [401, `{"result":"error","code":"UNAUTHORIZED","msg":""}`],
    ] as const;
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      const [status, body] = answers[asked.length] ?? [500, ""];
      asked.push(/last_event_id=(-?\d+)/.exec(request.url ?? "")?.[1] ?? "");
      response.writeHead(status).end(body);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const client = connect({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    const events = eventsOf(client, { queue_id: "x", last_event_id: -1 });
    assert.equal((await events.next()).value?.id, 2);
    await assert.rejects(events.next(), (error) => error instanceof ParleyError && error.status === 401);
    assert.deepEqual(asked, ["-1", "-1", "-1", "1", "1", "2"]);
    proxy.close();
    proxy.closeAllConnections();
  });

  test("a program outlives a poll that nobody answers, and answers that are cut off or of a proxy", async () => {
    const asked: string[] = [];
    const event = (id: number) => `{"result":"success","msg":"","events":[{"type":"presence","id":${id}}]}`;
    const behaviours: ((response: ServerResponse) => void)[] = [
      // The server has gone, and nobody has told.
      () => {},
      // Without a length an answer that was cut off looks whole.
      (response) => void response.writeHead(200, { connection: "close" }).end(event(1).slice(0, 30)),
      (response) => void response.writeHead(200, { "content-length": 500 }).write(event(1), () => response.destroy()),
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Starting</html>"),
      (response) => void response.end(event(1)),
    ];
    const proxy = createServer((request, response) => {
      const behave = behaviours[asked.length];
      asked.push(/last_event_id=(-?\d+)/.exec(request.url ?? "")?.[1] ?? "");
      behave?.(response);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const client = connect({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    const events = eventsOf(client, { queue_id: "x", last_event_id: -1 }, { answerWithinMs: 1000 });
    assert.equal((await events.next()).value?.id, 1);
    assert.deepEqual(asked, ["-1", "-1", "-1", "-1", "-1"]);
    proxy.close();
    proxy.closeAllConnections();
  });

  test("an aborted program does not wait for a server that is away", async () => {
    const stop = new AbortController();
    const { email, apiKey } = person("hamlet");
    const client = connect({ url: "http://127.0.0.1:9", email, apiKey, signal: stop.signal });
    const next = eventsOf(client, { queue_id: "x", last_event_id: -1 }).next();
    setImmediate(() => stop.abort());
    await assert.rejects(next, { name: "AbortError" });
  });
});

interface Program {
  readonly process: ChildProcess;
  readonly output: () => string;
}

function runReadme(folder: string, url: string): Program {
  const { email, apiKey } = person("desdemona");
  const file = join(folder, "readme.ts");
  const snippet = withReplaced(readmeSnippet(), {
    "parley/client": pathToFileURL(join(ROOT, "src/client/client.ts")).href,
    "http://127.0.0.1:9991": url,
    "owner@localhost": email,
    mEAL8qAghqYBJUdWor0xqcQMou04jbt2: apiKey,
  });
  writeFileSync(join(folder, "package.json"), `{"type":"module"}`);
  writeFileSync(file, snippet);
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (output += String(data)));
  return { process: child, output: () => output };
}
