import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { browserSession } from "../../../../../test/harness/browser.ts";
import type { TestServer } from "../../../../../test/harness/server.ts";
import { assistantBy, startForAgents } from "../test-support.ts";
import { answered, asking, type KeptByProgram, providerOf, question, REDIRECT, tokensOf } from "./test-support.ts";

const isThereOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** The documents of assistants, by their paths; those that are no text are redirects. */
type Documents = Record<string, string | { readonly location: string }>;

suite("assistants with a document of their own", { skip: !isThereOpenssl }, () => {
  const documents: Documents = {};
  let host: Server;
  let home: string;
  let fetched = 0;
  let server: TestServer;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-cert-"));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    host = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url = "" }, response) => {
      fetched += 1;
      const found = documents[url];
      if (found === undefined) response.writeHead(404).end();
      else if (typeof found === "string") response.setHeader("content-type", "application/json").end(found);
      else response.writeHead(302, found).end();
    }).listen(0, "localhost");
    await once(host, "listening");
    home = `https://localhost:${(host.address() as AddressInfo).port}`;
    server = await startForAgents({
      isSeparate: true,
      env: { NODE_EXTRA_CA_CERTS: cert, PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" },
    });
  });
  after(() => {
    host.closeAllConnections();
    host.close();
  });

  const publish = (path: string, said: object = {}): string => {
    const id = home + path;
    documents[path] = JSON.stringify({ client_id: id, client_name: "Horatio", redirect_uris: [REDIRECT], ...said });
    return id;
  };

  test("come in by it from 401 to a call, and their host is shown to the person and in the list of keys", async () => {
    const { hamlet } = server.cast;
    const id = publish("/assistant.json");
    const kept: KeptByProgram = {};
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: providerOf(kept, id) });
    const first = transport();
    await assert.rejects(new Client({ name: "assistant", version: "1" }).connect(first), UnauthorizedError);
    assert.equal(kept.asked?.searchParams.get("client_id"), id);
    const browser = await browserSession(server, hamlet);
    const url = kept.asked ?? new URL("http://nowhere");
    const { text } = await question(browser, url);
    assert.match(text, new RegExp(`It comes from ${new URL(home).host}\\.`));
    const { next } = await answered(browser, url);
    await first.finishAuth(next?.searchParams ?? new URLSearchParams());
    const client = new Client({ name: "assistant", version: "1" });
    await client.connect(transport());
    assert.match(await assistantBy(client).use("list_channels"), /general/);
    const { keys } = await hamlet.call("GET /users/me/api_keys");
    assert.equal(keys[0]?.name, `Horatio (${new URL(home).host})`);
  });

  test("are fetched for people who are logged in only, and once in ten minutes", async () => {
    const id = publish("/counted.json");
    const before = fetched;
    await fetch(asking(server, id).url);
    assert.equal(fetched, before);
    await tokensOf(server, server.cast.cordelia, undefined, id);
    await tokensOf(server, server.cast.othello, undefined, id);
    assert.equal(fetched, before + 1);
  });

  test("are refused where the document says something else, is elsewhere, too long or none", async () => {
    const browser = await browserSession(server, server.cast.hamlet);
    documents["/moved.json"] = { location: "/assistant.json" };
    documents["/list.json"] = "[]";
    documents["/text.json"] = "hello";
    const bad = [
      publish("/other.json", { client_id: `${home}/assistant.json` }),
      publish("/long.json", { client_uri: "x".repeat(5200) }),
      publish("/secret.json", { token_endpoint_auth_method: "client_secret_post" }),
      publish("/script.json", { redirect_uris: ["javascript:alert(1)"] }),
      publish("/"),
      ...["/moved.json", "/list.json", "/text.json", "/none.json", "/assistant.json#x"].map((path) => home + path),
      ...[`${home.replace("https://", "https://user:pass@")}/assistant.json`, `${home}/x/../assistant.json`],
      ...["https://127.0.0.1:1/a.json", "https://[::1]/a.json", "https://nowhere.invalid/a.json"],
    ];
    for (const id of bad) {
      const { status, text } = await question(browser, asking(server, id).url);
      assert.equal(status, 400, id);
      assert.match(text, /The description of this assistant cannot be read/, id);
    }
    assert.equal((await question(browser, asking(server, home.replace("https:", "http:")).url)).status, 400);
  });
});
