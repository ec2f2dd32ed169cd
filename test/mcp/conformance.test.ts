import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createProtocol } from "#domains/integrations/mcp/protocol/protocol.ts";
import { headerOf, startForAgents } from "#domains/integrations/mcp/test-support.ts";
import { conformanceTools } from "./conformance-tools.ts";

const PACKAGE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"));
const SUITE = join(dirname(PACKAGE), "dist/index.js");
const EXPECTED = join(import.meta.dirname, "expected-failures.yml");
const run = promisify(execFile);

/** Runs the suite, which fails where a scenario fails that is not listed, and where a listed one does not. */
async function conformance(url: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [SUITE, "server", "--url", `${url}/mcp`, ...options], {
    timeout: 120_000,
    maxBuffer: 10_000_000,
  }).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}\n${error.stderr}`));
  return stdout;
}

async function listening(serve: RequestListener): Promise<string> {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the server begins, answers, lists its tools and refuses foreign names as the conformance suite wants it", async () => {
  const server = await startForAgents();
  // The suite sends no key.
  const withKey = await listening((from, to) => {
    const headers = { ...from.headers, authorization: headerOf(server.cast.hamlet) };
    from.pipe(
      request(`${server.url}${from.url}`, { method: from.method, headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(to);
      }),
    );
  });
  for (const scenario of ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"])
    await conformance(withKey, "--scenario", scenario);
});

test("with the tools of the suite, our handler passes every scenario for tools that needs no session", async () => {
  const answer = createProtocol(conformanceTools);
  const serve = async (from: IncomingMessage, to: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = from;
    const head = { method, url: "/mcp", headers: headers as Record<string, string>, remoteAddress: "127.0.0.1" };
    const {
      status,
      headers: answered,
      body,
    } = await answer(undefined, head, "http://localhost", Buffer.concat(chunks));
    to.writeHead(status, answered).end(body);
  };
  const url = await listening((from, to) => void serve(from, to));
  const output = await conformance(url, "--expected-failures", EXPECTED);
  assert.match(output, /tools-call-simple-text/);
});
