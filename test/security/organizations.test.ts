import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeys } from "#platform/keys.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { ownHosts } from "#engine/runtime/own-hosts.ts";
import { subdomainOf } from "#engine/runtime/realms.ts";
import { upload } from "#domains/files/test-support.ts";
import { SECRET } from "../harness/cast.ts";
import { atHost } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

test("CVE-2025-30369: nothing of one organization is visible from another", async () => {
  const server = await startTestServer();
  const { hamlet } = server.cast;
  const lear = await createOrganization(server.database.sql, {
    subdomain: "lear",
    name: "Lear MARKER",
    owner: { email: "lear@lear.example", fullName: "Lear MARKER", passwordHash: "none" },
  });
  const key = createKeys(SECRET).apiKey(lear.realmId, lear.owner.id, 1);
  const at = (host: string, path: string, as?: [string, string]) =>
    atHost(server.url, host, `/api/v1${path}`, as === undefined ? {} : { as });
  const asLear: [string, string] = ["lear@lear.example", key];
  // The server learns of the new organization after a while.
  await until(
    () => at("lear.localhost", "/users/me", asLear),
    ({ status }) => status === 200,
  );
  assert.match((await at("lear.localhost", "/server_settings")).text, /Lear MARKER/);
  assert.doesNotMatch((await at("localhost", "/server_settings")).text, /MARKER/);
  for (const path of [
    "/users",
    "/streams?include_all=true",
    "/users/me/subscriptions",
    "/messages?anchor=newest&num_before=100",
  ]) {
    const seen = await at("localhost", path, [hamlet.email, hamlet.apiKey]);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /MARKER/);
    assert.equal((await at("lear.localhost", path, asLear)).status, 200);
    assert.equal(
      (await at("lear.localhost", path, [hamlet.email, hamlet.apiKey])).status,
      401,
      "a key opens one organization",
    );
    assert.equal((await at("localhost", path, asLear)).status, 401);
    assert.equal((await at("nobody.localhost", path, asLear)).status, 404);
  }
  const file = await upload(server, hamlet, { data: "MARKER" });
  const open = (host: string, as: [string, string]) => atHost(server.url, host, file, { as });
  assert.equal((await open("localhost", [hamlet.email, hamlet.apiKey])).text, "MARKER");
  assert.equal((await open("lear.localhost", asLear)).status, 404);
  assert.equal((await open("localhost", asLear)).status, 401);
  assert.match((await at("nobody.localhost", "/server_settings")).text, /BAD_REQUEST/);
  assert.doesNotMatch((await at("evil.example", "/server_settings")).text, /evil/, "CVE-2026-6333");
});

test("an organization whose name is the first label of the server's own host does not replace the root organization", () => {
  const at = (host: string) =>
    subdomainOf(
      host,
      ownHosts(["chat.example.com"], "elsinore"),
      new Map([
        ["", 1],
        ["chat", 2],
        ["localhost", 3],
      ]),
    );
  assert.equal(at("chat.example.com"), "");
  assert.equal(at("localhost:9991"), "");
  assert.equal(at("chat.chat.example.com"), "chat");
  assert.equal(at("localhost.chat.example.com"), "localhost");
});
