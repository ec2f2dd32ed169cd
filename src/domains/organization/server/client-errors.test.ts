import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { browserSession } from "../../../../test/harness/browser.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

suite("faults of the browser client", () => {
  const report = {
    place: "link",
    name: "TypeError",
    frames: JSON.stringify(["part-AB12.js:1:2034"]),
    events: JSON.stringify(["message"]),
  };

  test("are logged with where they are in the code, and refused where they could quote a message", async () => {
    const server = await startTestServer();
    const hamlet = await browserSession(server, server.cast.hamlet);
    const send = async (fields: Record<string, string>) => {
      const response = await hamlet.fetch("/json/client_errors", { method: "POST", body: new URLSearchParams(fields) });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    assert.deepEqual(await send(report), [200, undefined]);
    const [line = ""] = server.output().match(/.*browser client failed.*/) ?? [];
    for (const part of ["TypeError", "part-AB12.js:1:2034", "message"]) assert.ok(line.includes(part), line);
    const quoting = [
      { name: "cannot read Meet me at dawn" },
      { frames: JSON.stringify(["Meet me at dawn"]) },
      { frames: JSON.stringify(Array.from({ length: 21 }, () => "a.js:1:1")) },
      { events: JSON.stringify(["Meet me"]) },
      { place: "elsewhere" },
    ];
    for (const fields of quoting) assert.equal((await send({ ...report, ...fields }))[0], 400, JSON.stringify(fields));
    assert.ok(!server.output().includes("dawn"));
    for (let sent = 1; sent < 20; sent += 1) assert.equal((await send(report))[0], 200);
    assert.deepEqual(await send(report), [429, "RATE_LIMIT_HIT"]);
    const other = await browserSession(server, server.cast.cordelia);
    const response = await other.fetch("/json/client_errors", { method: "POST", body: new URLSearchParams(report) });
    assert.equal(response.status, 200);
  });

  test("are told by browsers alone", async () => {
    const server = await startTestServer();
    const responses = await Promise.all(
      ["/json/client_errors", "/api/v1/client_errors"].map((path) =>
        fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { "sec-fetch-site": "same-origin" },
          body: new URLSearchParams(report),
        }),
      ),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [401, 404],
    );
  });
});
