import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { freePort } from "../harness/free-ports.ts";
import { open, upload } from "#domains/files/test-support.ts";
import { checkedClient } from "../harness/checked-client.ts";
import { pathOf, skipWithout } from "../harness/needs/needs.ts";
import { parkedPolls } from "../harness/parked.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";
import { blockOf } from "./markdown.ts";

const MIB = 1024 * 1024;

interface Proxy {
  readonly program: string;
  /** Why its test is left out. */
  readonly skip: string | false;
  /** The configuration of the documentation, for a port of its own and without TLS, which needs a certificate. */
  readonly config: (documented: string, port: string) => string;
  readonly check: (file: string) => readonly string[];
  readonly run: (file: string) => readonly string[];
}

const without = (text: string, ...lines: readonly RegExp[]): string =>
  lines.reduce((rest, line) => {
    assert.match(rest, line);
    return rest.replace(line, "");
  }, text);

const folder = mkdtempSync(join(tmpdir(), "parley-proxy-"));

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: "nginx",
    skip: skipWithout("nginx"),
    config: (documented, port) =>
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
       events {} http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
       ${without(documented.replace("443 ssl", `127.0.0.1:${port}`), /ssl_certificate .*;/, /ssl_certificate_key .*;/)} }`,
    check: (file) => ["-t", "-q", "-p", folder, "-c", file],
    run: (file) => ["-p", folder, "-c", file],
  },
  haproxy: {
    program: "haproxy",
    skip: skipWithout("haproxy"),
    config: (documented, port) => documented.replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port}`),
    check: (file) => ["-c", "-q", "-f", file],
    run: (file) => ["-db", "-q", "-f", file],
  },
  caddyfile: {
    program: "caddy",
    skip: skipWithout("caddy"),
    config: (documented, port) =>
      `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n${documented.replace("chat.example.com {", `http://:${port} {\n\tbind 127.0.0.1`)}`,
    check: (file) => ["validate", "--adapter", "caddyfile", "--config", file],
    run: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
};

/** Passes everything on to the server, and keeps what proxies sent. */
async function startRelay(target: string) {
  const { hostname, port } = new URL(target);
  const sent: string[] = [];
  const relay = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on("data", (data) => sent.push(String(data).slice(0, 4096)));
    for (const socket of [client, upstream]) socket.on("error", () => [client, upstream].map((end) => end.destroy()));
    client.pipe(upstream).pipe(client);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return { url, requests: () => sent, stop: () => relay.close() };
}

suite("the proxies of docs/operations.md", () => {
  let server: TestServer;
  const running: ChildProcess[] = [];
  before(async () => {
    server = await startTestServer({ flags: ["--trusted-proxies", "127.0.0.1"] });
  });
  after(async () => {
    for (const child of running) {
      if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const started = async (language: string, proxy: Proxy, target: string): Promise<string> => {
    const port = await freePort();
    const documented = blockOf(language);
    assert.ok(documented.includes("127.0.0.1:9991"));
    const file = join(folder, language);
    writeFileSync(file, `${proxy.config(documented.replace("127.0.0.1:9991", new URL(target).host), port)}\n`);
    const program = pathOf(proxy.program) ?? proxy.program;
    const checked = spawnSync(program, proxy.check(file), { encoding: "utf8" });
    assert.equal(checked.status, 0, checked.stderr);
    running.push(spawn(program, proxy.run(file), { stdio: "ignore" }));
    const url = `http://127.0.0.1:${port}`;
    await until(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
    return url;
  };

  for (const [language, proxy] of Object.entries(PROXIES)) {
    const title = `people behind ${proxy.program} get events at once, send large files, and are told apart`;
    test(title, { skip: proxy.skip }, async () => {
      const relay = await startRelay(server.url);
      const url = await started(language, proxy, relay.url);
      const { hamlet, othello } = server.cast;
      const behind = { ...hamlet, ...checkedClient({ url, email: hamlet.email, apiKey: hamlet.apiKey }) };
      const { queue_id, last_event_id } = await behind.register({ event_types: ["message"] });
      const parked = await parkedPolls(server.url);
      const poll = behind.call("GET /events", { queue_id, last_event_id });
      await until(
        () => parkedPolls(server.url),
        (count) => count > parked,
      );
      const { id } = await othello.call("POST /messages", { type: "direct", to: [hamlet.id], content: "behind it" });
      const { events } = await poll;
      assert.deepEqual(
        events.map((event) => (event as { message?: { id: number } }).message?.id),
        [id],
      );
      const front = { ...server, url };
      const data = Buffer.alloc(20 * MIB, "x");
      const path = await upload(front, hamlet, { name: "large.bin", data });
      assert.ok((await open(front, hamlet, path)).bytes.equals(data));
      const head = relay.requests().find((request) => request.includes("/user_uploads")) ?? "";
      assert.match(head, /^x-forwarded-for: 127\.0\.0\.1\r$/im);
      assert.match(head, /^x-forwarded-proto: http\r$/im);
      assert.match(head, new RegExp(`^host: 127\\.0\\.0\\.1(:\\d+)?\r$`, "im"));
      relay.stop();
    });
  }
});
