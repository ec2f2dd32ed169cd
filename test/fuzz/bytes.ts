import type { Dice } from "../crash/dice.ts";

/** Bytes for a socket that resemble requests: how they are sent, and what the client does then. */
export interface WireCase {
  readonly bytes: Buffer;
  /** Where they are split into separate writes. */
  readonly splits: readonly number[];
  readonly ending: "wait" | "half-close" | "abort";
}

const LAST = "GET /api/v1/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** None of these changes anything, so that both servers stay alike. CONNECT ends a connection whatever is under way on it. */
const TARGETS = [
  "GET /api/v1/users/me",
  "GET /api/v1/users/%6de#there",
  "GET /api/v1/users/me?client_gravatar=true&x=%20",
  "GET /api/v1/events?queue_id=none&last_event_id=-1",
  "GET /json/users/me",
  "GET /api/v1/nothing",
  "GET http://localhost/api/v1/users/me",
  "GET //api/v1/users/me",
  "GET *",
  "HEAD /api/v1/users/me",
  "OPTIONS /api/v1/messages",
  "OPTIONS *",
  "TRACE /api/v1/users/me",
  "PRI *",
  "POST /api/v1/messages/render",
  "POST /api/v1/fetch_api_key",
  "POST /json/messages/render",
  "PATCH /api/v1/settings?twenty_four_hour_time=5",
  "DELETE /api/v1/saved_snippets/9999",
  "POST /api/v1/user_uploads",
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "http/1.1", ""];
const LINES = [
  "Content-Type: application/x-www-form-urlencoded",
  "content-TYPE:application/x-www-form-urlencoded; charset=utf-8 \t",
  "Content-Type: multipart/form-data; boundary=x",
  "Content-Type: multipart/form-data",
  "Content-Type: text/plain",
  "Content-Type : text/plain",
  "User-Agent: one\tand two",
  "User-Agent: \xe4",
  "X-Odd: a\r\n folded",
  "X-Empty:",
  "X-Bare: a\nX-More: b",
  "X-Return: a\rb",
  "X-Nul: \0",
  "Connection: Keep-Alive",
  "Connection: close",
  "Connection: close, x",
  "Connection: upgrade\r\nUpgrade: websocket",
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
  "Keep-Alive: timeout=0",
  "Host: elsewhere.example",
  "Expect: 100-continue",
  "Expect: something",
  "TE: trailers",
  "Trailer: X",
  "no colon",
  ": no name",
  "__proto__: x",
  "constructor: x",
  "Accept-Encoding: gzip",
  "Cookie: a=b; __Host-parley=x",
  "Authorization: Basic !!!",
  "X-Forwarded-For: 1.2.3.4",
];
const BODIES = ["", "content=**x**", "content=%C3%A4&content=2", "--x--\r\n", "%%%", "content=a\r\n\r\nb", "\0\xff"];
const LENGTHS = [
  "exact",
  "exact",
  "exact",
  "0exact",
  "+exact",
  "exact, exact",
  "",
  "0x5",
  "-1",
  "1e1",
  "twice",
  "none",
];
const OTHER_LENGTHS = ["99999999999999999999", "exact 1", "exact\t", "2147483648"];
/** A body of one chunk, as it should be and as it should not. */
const CHUNKED = [
  (size: string, body: string) => `${size}\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `${size};ext="a;b"\r\n${body}\r\n0\r\nX-Trailer: y\r\n\r\n`,
  (size: string, body: string) => `${size}\n${body}\n0\n\n`,
  (size: string, body: string) => `${size} \r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `+${size}\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `0x${size}\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `${size}\r\n${body}0\r\n\r\n`,
  (_size: string, body: string) => `FFFFFFFFFFFFFFFF\r\n${body}\r\n0\r\n\r\n`,
  (_size: string, body: string) => `zz\r\n${body}\r\n0\r\n\r\n`,
  (_size: string, body: string) => `-1\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `${"0".repeat(40)}${size}\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `${size};x=${"y".repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
  (size: string, body: string) => `${size}\r\n${body}\r\n0\r\n${"X: y\r\n".repeat(500)}\r\n`,
];
const CODINGS = [
  "chunked",
  "chunked",
  "chunked",
  "Chunked",
  "chunked, chunked",
  "xchunked",
  "identity",
  "gzip, chunked",
];

/** One to three requests in a row, well-formed or not, some of whose bytes are changed. */
export function wireCase(dice: Dice, authorization: string): WireCase {
  const count = dice.pick([1, 1, 1, 2, 3]);
  const text = Array.from({ length: count }, () => requestText(dice, authorization)).join("");
  const whole = Buffer.from(text + LAST, "latin1");
  const bytes = dice.chance(0.3) ? changedBytes(dice, whole) : whole;
  const most = dice.pick([0, 0, 0, 1, 3, 12]);
  const splits = Array.from({ length: most }, () => dice.between(1, bytes.length)).sort((a, b) => a - b);
  return { bytes, splits, ending: dice.chance(0.85) ? "wait" : dice.pick(["half-close", "abort"]) };
}

function requestText(dice: Dice, authorization: string): string {
  const before = dice.chance(0.03) ? "\r\n".repeat(dice.between(1, 3)) : "";
  const body = dice.pick(BODIES);
  const host = dice.chance(0.95) ? ["Host: localhost"] : [];
  const own = dice.chance(0.7) ? [`Authorization: ${authorization}`] : [];
  const lines = [...host, ...own, ...(dice.chance(0.6) ? dice.some(LINES, 3) : []), ...floodOf(dice)];
  const target = dice.chance(0.02)
    ? `${dice.pick(TARGETS)}?x=${"y".repeat(dice.pick([9000, 17_000, 70_000]))}`
    : dice.pick(TARGETS);
  const head = `${before}${target} ${dice.pick(VERSIONS)}\r\n${lines.map((line) => `${line}\r\n`).join("")}`;
  return dice.chance(0.2) ? `${head}${chunkedText(dice, body)}` : `${head}${lengthLines(dice, body)}\r\n${body}`;
}

function floodOf(dice: Dice): string[] {
  if (!dice.chance(0.04)) return [];
  const [count, length] = dice.pick([
    [97, 1],
    [98, 1],
    [200, 1],
    [3000, 1],
    [1, 15_000],
    [1, 17_000],
    [1, 70_000],
  ] as const);
  return Array.from({ length: count }, (_, n) => `X${n}: ${"y".repeat(length)}`);
}

function lengthLines(dice: Dice, body: string): string {
  const kind = dice.chance(0.9) ? dice.pick(LENGTHS) : dice.pick(OTHER_LENGTHS);
  const length = String(body.length);
  if (kind === "none") return "";
  if (kind === "twice") return `Content-Length: ${length}\r\nContent-Length: ${length}\r\n`;
  return `Content-Length: ${kind.replaceAll("exact", length)}\r\n`;
}

function chunkedText(dice: Dice, body: string): string {
  const both = dice.chance(0.2) ? `Content-Length: ${body.length}\r\n` : "";
  const content = dice.pick(CHUNKED)(body.length.toString(16), body);
  return `${both}Transfer-Encoding: ${dice.pick(CODINGS)}\r\n\r\n${content}`;
}

/** Changes, removes, inserts or repeats a few bytes. */
function changedBytes(dice: Dice, bytes: Buffer): Buffer {
  let changed = bytes;
  for (let n = dice.between(1, 3); n > 0; n -= 1) {
    const at = dice.between(0, changed.length - 1);
    const [start, end] = [changed.subarray(0, at), changed.subarray(at)];
    const length = dice.between(1, 30);
    const parts = dice.pick([
      () => [start, Buffer.from([dice.between(0, 255)]), end.subarray(1)],
      () => [start, end.subarray(length)],
      () => [start, Buffer.from(dice.pick(["\r\n", "\n", "\0", " ", "\t", ":", "\r\n\r\n"])), end],
      () => [start, end.subarray(0, length), end],
    ])();
    changed = Buffer.concat(parts);
  }
  return changed;
}
