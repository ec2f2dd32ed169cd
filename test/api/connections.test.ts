import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, suite, test } from "node:test";
import { basic } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("connections", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  /** What comes back on a connection until there is all of it. */
  async function spoken(text: string, isAll: (answer: string) => boolean): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(text, "latin1");
    let answer = "";
    for await (const data of socket) if (isAll((answer += String(data)))) break;
    socket.destroy();
    return answer;
  }
  const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

  test("what is no HTTP, or too much of it, is refused in JSON like everything else", async () => {
    const long = "x".repeat(70_000);
    const wrong: [status: number, text: string][] = [
      [400, "NONSENSE /api/v1/users HTTP/1.1\r\nHost: x\r\n\r\n"],
      [400, "POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"],
      [400, "GET /api/v1/users?x=\xff HTTP/1.1\r\nHost: x\r\n\r\n"],
      [431, `GET /api/v1/users HTTP/1.1\r\nHost: x\r\nX: ${long}\r\n\r\n`],
    ];
    for (const [status, text] of wrong) {
      const answer = await spoken(text, () => false);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(answer, /\r\naccess-control-allow-origin: \*\r\n/);
      assert.partialDeepStrictEqual(JSON.parse(bodyOf(answer)), { result: "error", code: "BAD_REQUEST" });
    }
  });

  test("a connection may rest for longer than proxies let theirs", async () => {
    const answer = await spoken("GET /api/v1/server_settings HTTP/1.1\r\nHost: x\r\n\r\n", (text) =>
      text.endsWith("}\n"),
    );
    assert.match(answer, /\r\nKeep-Alive: timeout=75\r\n/);
  });

  test("a poll that names the whole address of the server is a poll", async () => {
    const { email, apiKey } = server.cast.hamlet;
    const url = `http://localhost/api/v1/events?queue_id=none&last_event_id=-1`;
    const head = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(email, apiKey)}\r\n\r\n`;
    const answer = await spoken(head, (text) => text.endsWith("}\n"));
    assert.partialDeepStrictEqual(JSON.parse(bodyOf(answer)), { code: "BAD_EVENT_QUEUE_ID", queue_id: "none" });
  });
});
