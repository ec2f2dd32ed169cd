import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { basic } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

interface Bytes {
  readonly coding: string | undefined;
  readonly vary: string;
  readonly length: number;
  readonly text: string;
}

suite("compression", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    for (const content of ["x", "y"]) {
      await server.cast.hamlet.call("POST /messages", {
        type: "channel",
        to: "general",
        topic: "long",
        content: `${content} ${"many words ".repeat(800)}`,
      });
    }
  });

  /** `fetch` would undo it. */
  const ask = (path: string, accepted?: string, method = "GET"): Promise<Bytes> =>
    new Promise((resolve, reject) => {
      const { email, apiKey } = server.cast.hamlet;
      const headers = { authorization: basic(email, apiKey), ...(accepted && { "accept-encoding": accepted }) };
      request(`${server.url}/api/v1${path}`, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const bytes = Buffer.concat(parts);
          const coding = response.headers["content-encoding"];
          const plain = coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes;
          resolve({ coding, vary: response.headers.vary ?? "", length: bytes.length, text: plain.toString() });
        });
      })
        .on("error", reject)
        .end();
    });

  test("long answers are compressed for those who can read that, and short ones for nobody", async () => {
    const long = "/messages?anchor=newest&num_before=10&num_after=0";
    const plain = await ask(long);
    assert.deepEqual([plain.coding, plain.length > 10_000], [undefined, true]);
    for (const [accepted, coding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
    ] as const) {
      const packed = await ask(long, accepted);
      assert.equal(packed.coding, coding, accepted);
      assert.equal(packed.text, plain.text);
      assert.ok(packed.length < plain.length / 10);
      assert.match(packed.vary, /Accept-Encoding/);
    }
    for (const refused of ["identity", "gzip;q=0", "deflate", "brx"]) {
      assert.equal((await ask(long, refused)).coding, undefined, refused);
    }
    assert.equal((await ask("/users/me/alert_words", "gzip, br")).coding, undefined);
  });

  test("what is compressed on another thread comes out the same: register, the documentation and late events", async () => {
    assert.equal((await ask("/openapi.json", "br")).text, (await ask("/openapi.json")).text);
    const state = await ask("/register", "br", "POST");
    assert.equal(state.coding, "br");
    const { queue_id, last_event_id } = JSON.parse(state.text) as Record<string, string>;
    for (let n = 0; n < 3; n += 1) {
      const content = "late ".repeat(1500);
      await server.cast.othello.call("POST /messages", { type: "channel", to: "general", topic: "late", content });
    }
    const poll = await ask(`/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`, "gzip");
    assert.equal(poll.coding, "gzip");
    assert.equal((JSON.parse(poll.text) as { events: unknown[] }).events.length, 3);
  });
});
