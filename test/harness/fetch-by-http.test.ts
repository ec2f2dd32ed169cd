import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { connect, ParleyError } from "#client/client.ts";
import { fetchByHttp } from "./fetch-by-http.ts";

for (const [name, own] of Object.entries({ "its fetch": fetch, "the fetch of the tests": fetchByHttp })) {
  suite(`the typed client with ${name}`, () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (data) => (body += String(data)));
      request.on("end", () => {
        const type = request.headers["content-type"] ?? "";
        seen.push(`${request.method} ${request.url} ${type} ${body}`);
        if (seen.at(-1)?.includes("/events") === true) return;
        if (seen.at(-1)?.includes("/topics") === true) {
          response.writeHead(200).write(`{"result":`, () => response.destroy());
          return;
        }
        const isRefused = request.method === "DELETE";
        response
          .writeHead(isRefused ? 403 : 200)
          .end(JSON.stringify(isRefused ? { code: "NO" } : { id: 7, word: "Å" }));
      });
    });
    let url = "";
    before(async () => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => {
      server.closeAllConnections();
      server.close();
    });
    const client = (signal?: AbortSignal) => connect({ url, fetch: own, ...(signal && { signal }) });

    test("sends parameters in the address or as a form, and reads the answer", async () => {
      const message = { type: "channel", to: "general", topic: "a b", content: "Å" } as const;
      assert.deepEqual(await client().call("POST /messages", message), { id: 7, word: "Å" });
      await client().call("GET /messages/{message_id}", { message_id: 7, apply_markdown: false });
      assert.deepEqual(seen, [
        "POST /api/v1/messages application/x-www-form-urlencoded;charset=UTF-8 type=channel&to=general&topic=a+b&content=%C3%85",
        "GET /api/v1/messages/7?apply_markdown=false  ",
      ]);
    });

    test("tells a refusal, an answer that is cut off, a server that is away and an abort apart", async () => {
      const refused = client().call("DELETE /messages/{message_id}", { message_id: 7 });
      await assert.rejects(refused, (error) => error instanceof ParleyError && error.status === 403);
      await assert.rejects(client().call("GET /users/me/{stream_id}/topics", { stream_id: 1 }), TypeError);
      await assert.rejects(connect({ url: "http://127.0.0.1:1", fetch: own }).call("GET /users"), TypeError);
      const controller = new AbortController();
      const poll = client(controller.signal).call("GET /events", { queue_id: "x", last_event_id: -1 });
      controller.abort();
      await assert.rejects(poll, { name: "AbortError" });
    });
  });
}
