import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, suite, test } from "node:test";
import { metricsOf } from "../harness/metrics.ts";
import { basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

suite("connections", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  /** Reads a connection until the response is complete. */
  async function spoken(text: string, isAll: (answer: string) => boolean): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(text, "latin1");
    let answer = "";
    for await (const data of socket) if (isAll((answer += String(data)))) break;
    socket.destroy();
    return answer;
  }
  const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

  test("bytes that are no HTTP, and heads that are too long, are refused in JSON", async () => {
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

  test("a client that goes on writing after bytes that are no HTTP gets the refusal, and no reset", async () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").pause();
    socket.write("NONSENSE /api/v1/users HTTP/1.1\r\nHost: x\r\n\r\n");
    // Each is written on its own after a request that has been answered meanwhile.
    for (let n = 0; n < 10; n += 1) {
      await raw(`${server.url}/health`);
      await new Promise<void>((resolve, reject) =>
        socket.write("more\r\n", (error) => (error == null ? resolve() : reject(error))),
      );
    }
    let answer = "";
    for await (const data of socket) answer += String(data);
    assert.match(answer, /^HTTP\/1.1 400 /);
  });

  test("the server keeps an idle connection open for longer than proxies do", async () => {
    const answer = await spoken("GET /api/v1/server_settings HTTP/1.1\r\nHost: x\r\n\r\n", (text) =>
      text.endsWith("}\n"),
    );
    assert.match(answer, /\r\nkeep-alive: timeout=75\r\n/i);
  });

  test("a poll whose request line contains the server's origin is served", async () => {
    const { email, apiKey } = server.cast.hamlet;
    const url = `http://localhost/api/v1/events?queue_id=none&last_event_id=-1`;
    const head = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(email, apiKey)}\r\n\r\n`;
    const answer = await spoken(head, (text) => text.endsWith("}\n"));
    assert.partialDeepStrictEqual(JSON.parse(bodyOf(answer)), { code: "BAD_EVENT_QUEUE_ID", queue_id: "none" });
  });

  test("a client that pipelines requests without reading gets no response before it has read the last one", async () => {
    const { hamlet } = server.cast;
    const { queue_id, last_event_id } = await hamlet.register({ event_types: ["message"] });
    const long = { type: "channel", to: "general", topic: "castle", content: "x".repeat(9000) } as const;
    for (let n = 0; n < 40; n += 1) await hamlet.call("POST /messages", long);
    const url = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`;
    const authorization = basic(hamlet.email, hamlet.apiKey);
    const head = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    const answered = async () => {
      const text = await metricsOf(server.url);
      return Number(/^parley_request_seconds_count\{endpoint="get-events",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await answered();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").pause();
    socket.write(head.repeat(100));
    await until(answered, (count) => count > before);
    for (let n = 0; n < 100; n += 1) await raw(`${server.url}/health`);
    assert.ok((await answered()) < before + 100);
    let [answers, end] = [0, ""];
    for await (const data of socket) {
      const parts = `${end}${String(data)}`.split("HTTP/1.1 200 OK");
      answers += parts.length - 1;
      end = parts.at(-1)?.slice(-14) ?? "";
      if (answers === 100) break;
    }
    socket.destroy();
  });
});
