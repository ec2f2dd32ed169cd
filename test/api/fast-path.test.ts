import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { before, suite, test } from "node:test";
import fc from "fast-check";
import { parkedPolls } from "../harness/parked.ts";
import { basic } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const LAST = "Connection: close";
/** A header that common clients do not send, and that the fast path leaves to `node:http`. */
const LEFT_TO_NODE = "TE: trailers\r\n";

interface ParsedResponse {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Headers that differ between the two servers, or from request to request. */
const VOLATILE_HEADERS = /^(date|connection|keep-alive|x-ratelimit-\w+):/;

function answersIn(text: string): ParsedResponse[] {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return [];
  const [status = "", ...lines] = text.slice(0, end).toLowerCase().split("\r\n");
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  const rest = Buffer.from(text.slice(end + 4));
  if (rest.length < length) return [];
  const body = rest.toString("utf8", 0, length);
  const headers = lines.filter((line) => !VOLATILE_HEADERS.test(line)).sort();
  return [{ status, headers, body }, ...answersIn(rest.toString("utf8", length))];
}

suite("the fast HTTP path", () => {
  let server: TestServer;
  let authorization: string;
  before(async () => {
    server = await startTestServer();
    authorization = basic(server.cast.hamlet.email, server.cast.hamlet.apiKey);
  });

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    return socket;
  };

  /** All responses to two requests, sent in one piece or in two, without what may differ. */
  async function responsesTo(text: string, splitAt = 0): Promise<ParsedResponse[]> {
    const socket = await open();
    if (splitAt > 0) socket.write(text.slice(0, splitAt), "latin1");
    socket.write(text.slice(splitAt), "latin1");
    let received = "";
    let answers: ParsedResponse[] = [];
    for await (const data of socket) {
      received += String(data);
      answers = answersIn(received.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", ""));
      if (answers.length === 2) break;
    }
    socket.destroy();
    return answers;
  }

  const OWN: readonly (readonly [method: string, path: string])[] = [
    ["GET", "/users/me"],
    ["GET", "/users/me?client_gravatar=true&x=%20"],
    ["GET", "/users/%6de#there"],
    ["GET", "/nothing"],
    ["GET", "/users/0"],
    ["GET", "/events?queue_id=none&last_event_id=-1"],
    ["POST", "/messages/render"],
    ["POST", "/users/me"],
    ["PATCH", "/settings?twenty_four_hour_time=5"],
    ["DELETE", "/saved_snippets/9999"],
    ["PUT", "/x"],
    ["POST", "/messages/flags?op=add"],
  ];
  const LINES = [
    "Content-Type: application/x-www-form-urlencoded",
    "content-TYPE:application/x-www-form-urlencoded; charset=utf-8 \t",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Type: text/plain",
    "Content-Type : text/plain",
    "User-Agent: one\tand two",
    "User-Agent: \xe4",
    "X-Odd: a\r\n folded",
    "X-Empty:",
    "X-Bare: a\nX-More: b",
    "X-Nul: \0",
    "Connection: Keep-Alive",
    LAST,
    "Connection: upgrade",
    "Host: elsewhere.example",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: identity",
    "Expect: 100-continue",
    "no colon",
    ": no name",
    "__proto__: x",
    "constructor: x",
    "Accept-Encoding: gzip",
  ];
  const LENGTHS = ["exact", "0exact", "+exact", "exact, exact", " exact ", "", "0x5", "-1", "twice", "none"];

  /** The header lines by which a client may declare the length of its body. */
  function lengthLines(kind: string, body: string): string {
    if (kind === "none") return "";
    const length = String(body.length);
    if (kind === "twice") return `Content-Length: ${length}\r\nContent-Length: ${length}\r\n`;
    return `Content-Length: ${kind.replaceAll("exact", length)}\r\n`;
  }

  test("any request, in any form, gets the same response as from node:http", async () => {
    const request = fc.record({
      asked: fc.constantFrom(...OWN),
      isKnown: fc.constantFrom(true, true, false),
      lines: fc.oneof(
        fc.constant<string[]>(["Content-Type: application/x-www-form-urlencoded"]),
        fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
      ),
      length: fc.oneof(fc.constant("exact"), fc.constantFrom(...LENGTHS)),
      body: fc.constantFrom("", "content=**x**", "content=%C3%A4&content=2", "--x--\r\n", "%%%", "content=a\r\n\r\nb"),
      splitAt: fc.constantFrom(0, 0, 1, 30, 120),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ asked: [method, path], isKnown, lines, length, body, splitAt }) => {
        const own = isKnown ? `Authorization: ${authorization}\r\n` : "";
        const rest = `${own}${lines.map((line) => `${line}\r\n`).join("")}${lengthLines(length, body)}\r\n`;
        const first = `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n`;
        const isLast = lines.includes(LAST);
        const end = isLast ? "" : `GET /api/v1/none HTTP/1.1\r\nHost: x\r\n${LAST}\r\n\r\n`;
        const fromNode = await responsesTo(`${first}${LEFT_TO_NODE}${rest}${body}${end}`);
        const received = await responsesTo(`${first}${rest}${body}${end}`, splitAt);
        assert.deepEqual(received, fromNode);
      }),
      { numRuns: 300 },
    );
  });

  test("any number of headers gets the same response as from node:http, and too many are refused", async () => {
    const last = `GET /api/v1/none HTTP/1.1\r\nHost: x\r\n${LAST}\r\n\r\n`;
    for (const [count, status] of [
      [3, 200],
      [100, 200],
      [101, 431],
      [1999, 431],
      [2500, 431],
    ] as const) {
      const others = Array.from({ length: count - 3 }, (_, n) => `X${n}:\r\n`).join("");
      // The last line must count as much as the first.
      const lines = (third: string) =>
        `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\n${third}${others}Authorization: ${authorization}\r\n\r\n`;
      const received = await responsesTo(`${lines("X: x\r\n")}${last}`);
      assert.deepEqual(received, await responsesTo(`${lines(LEFT_TO_NODE)}${last}`), `${count} headers`);
      assert.equal(
        received[0]?.status,
        `http/1.1 ${status} ${status === 200 ? "ok" : "request header fields too large"}`,
      );
    }
  });

  test("good requests are answered before the bytes after them are refused, also by node:http", async () => {
    const { hamlet } = server.cast;
    const content = "type=channel&to=general&topic=pipelined&content=x";
    const post = (own: string) =>
      `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${own}` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${content.length}\r\n\r\n${content}`;
    const chunked = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (const own of ["", LEFT_TO_NODE]) {
      for (const wrong of ["NONSENSE\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", `${chunked}zz\r\n`]) {
        const answers = await responsesTo(`${post(own)}${wrong}`);
        assert.deepEqual(
          answers.map(({ status }) => status),
          ["http/1.1 200 ok", "http/1.1 400 bad request"],
          JSON.stringify(wrong),
        );
        assert.match(answers[0]?.body ?? "", /"id":/);
      }
    }
    await hamlet.call("GET /users/me");
  });

  test("bytes that are refused are refused also after a body that nobody has waited for", async () => {
    const socket = await open();
    socket.write(`GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\n${LEFT_TO_NODE}Content-Length: 2\r\n\r\n`);
    let received = String((await once(socket, "data"))[0]);
    socket.write("xxNONSENSE\r\n\r\n");
    for await (const data of socket) received += String(data);
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 404", "HTTP/1.1 400"]);
  });

  test("a request in pieces, and many in one piece, get their responses in order", async () => {
    const line = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
    const form = "content=hello&x=1";
    const posted = `POST /api/v1/messages/render HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
    const typed = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`;
    const text = [
      `${line("/users/me")}\r\n`,
      `${posted}${typed}${form}`,
      `${line("/nothing")}\r\n`,
      `${line("/users/me")}${LEFT_TO_NODE}\r\n`,
      `${posted}${typed}${form}`,
      `${line("/users/me")}Connection: close\r\n\r\n`,
    ].join("");
    for (const size of [text.length, 1000, 97]) {
      const socket = await open();
      let received = "";
      const all = (async () => {
        for await (const data of socket) received += String(data);
      })();
      for (let at = 0; at < text.length; at += size) {
        socket.write(text.slice(at, at + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await all;
      assert.deepEqual(
        [...received.matchAll(/HTTP\/1\.1 (\d+)|"(full_name|rendered)"/g)].map(([, status, field]) => status ?? field),
        ["200", "full_name", "200", "rendered", "404", "200", "full_name", "200", "rendered", "200", "full_name"],
        `in pieces of ${size}`,
      );
    }
  });

  test("the body of a poll is not read as a request, the second time neither", async () => {
    const { queue_id, last_event_id } = await server.cast.hamlet.register({ event_types: ["message"] });
    const url = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`;
    const hidden = "GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n";
    const poll = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: ${hidden.length}\r\n\r\n`;
    const last = `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\n${LAST}\r\n\r\n`;
    const socket = await open();
    let received = "";
    for (const [index, text] of [poll + hidden, poll + hidden, last].entries()) {
      socket.write(text);
      while ((received.match(/HTTP\/1\.1/g)?.length ?? 0) <= index) received += String((await once(socket, "data"))[0]);
    }
    for await (const data of socket) received += String(data);
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 404"]);
  });

  test("pipelined requests wait for their turn, however many they are", async () => {
    const { queue_id, last_event_id } = await server.cast.hamlet.register({ event_types: ["message"] });
    const socket = await open();
    const head = (first: string) => `${first} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
    const content = `content=${"x".repeat(200_000)}`;
    socket.write(`${head(`GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`)}\r\n`);
    socket.write(
      `${head("POST /api/v1/messages/render")}Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${content.length}\r\n\r\n${content}`,
    );
    await server.cast.othello.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "pipelined",
      content: "x",
    });
    let received = "";
    for await (const data of socket) received += String(data);
    assert.match(received, /^HTTP\/1\.1 200 OK[^]*"topic":"pipelined"|"subject":"pipelined"/);
    assert.equal(received.match(/HTTP\/1\.1/g)?.length, 2);
  });

  const head = (first: string) => `${first} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
  const uploadOf = (data: Buffer) => {
    const before = '--end\r\nContent-Disposition: form-data; name="file"; filename="noise.bin"\r\n\r\n';
    const form = Buffer.concat([Buffer.from(before), data, Buffer.from("\r\n--end--\r\n")]);
    const lines = `Content-Type: multipart/form-data; boundary=end\r\nContent-Length: ${form.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(`${head("POST /api/v1/user_uploads")}${lines}`), form]);
  };
  /** Waits for the responses to uploads, and compares what is stored with what was sent. */
  async function expectUploads(socket: Socket, uploads: readonly Buffer[]): Promise<void> {
    let received = "";
    socket.on("data", (bytes) => (received += String(bytes)));
    const urls = await until(
      () => [...received.matchAll(/"url":"([^"]+)"/g)].map(([, url = ""]) => url),
      (found) => found.length === uploads.length || socket.destroyed,
    );
    socket.destroy();
    for (const [index, data] of uploads.entries()) {
      const stored = await fetch(new URL(urls[index] ?? "", server.url), { headers: { authorization } });
      assert.ok(data.equals(Buffer.from(await stored.arrayBuffer())), `upload ${index} is stored as it was sent`);
    }
  }

  test("large bodies among pipelined requests arrive as they were sent", async () => {
    const asks = Buffer.from(`${head("GET /api/v1/users/me")}\r\n`.repeat(11));
    // When the first one's turn comes, a part of the second is there, too.
    const uploads = [randomBytes(700_000), randomBytes(1_000_000)];
    const socket = await open();
    socket.write(Buffer.concat(uploads.flatMap((data) => [asks, uploadOf(data)])));
    await expectUploads(socket, uploads);
  });

  test("a client that disconnects while its poll is parked is forgotten", async () => {
    const { queue_id, last_event_id } = await server.cast.hamlet.register({ event_types: ["message"] });
    const parked = () => parkedPolls(server.url);
    const before = await parked();
    const socket = await open();
    const url = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`;
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
    await until(parked, (count) => count > before);
    socket.end();
    await once(socket, "close");
    await until(parked, (count) => count === before);
  });
});
