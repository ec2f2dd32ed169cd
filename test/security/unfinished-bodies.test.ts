import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { basic } from "../harness/raw.ts";
import { PASSWORD, person } from "../harness/cast.ts";
import { startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";
import { type HalfSent, sendHalfBodies } from "../load/half-sent.ts";
import { figuresOf } from "../load/server-figures.ts";

const MIB = 1024 * 1024;
const LOGIN = { path: "/api/v1/fetch_api_key", lines: "", isChunked: false };
const { email, apiKey } = person("hamlet");
const LARGE = {
  path: "/api/v1/messages",
  lines: `Authorization: ${basic(email, apiKey)}\r\n`,
  bytes: 1.5 * MIB,
  isChunked: true,
};

/**
 * The limit for ten thousand, which `npm run load` tries; these are fewer. Resident memory shrinks only after a while.
 */
const MAX_GROWTH = 200 * MIB;

/** Nearly as long as `node:http` accepts it. */
const HEAD = { ...LOGIN, bytes: 60_000, isHead: true };

interface Trial {
  readonly sent: Omit<HalfSent, "url">;
  readonly count: number;
  readonly flags?: readonly string[];
  readonly answer: RegExp;
  /** The most that may be counted for those who remain. */
  readonly most: number;
}

const SHED = /^HTTP\/1.1 503 [^]*\r\nretry-after: 1\r\n[^]*"code":"SERVICE_UNAVAILABLE"/i;
const trials: Readonly<Record<string, Trial>> = {
  "strangers who never end their logins": {
    ...{ sent: { ...LOGIN, bytes: 10_500 }, count: 500 },
    ...{ answer: SHED, most: 4 * MIB },
  },
  "strangers who never end their logins, in chunks": {
    ...{ sent: { ...LOGIN, bytes: 15_000, isChunked: true }, count: 500 },
    ...{ answer: SHED, most: 4 * MIB },
  },
  "strangers from many addresses": {
    ...{ sent: { ...LOGIN, bytes: 15_000, addresses: 100 }, count: 1000 },
    ...{ answer: SHED, most: 16 * MIB },
  },
  "strangers with nearly 2 MB each": {
    ...{ sent: { ...LOGIN, bytes: 2 * MIB - 2 }, count: 200 },
    ...{ answer: /^HTTP\/1.1 413 /, most: 4 * MIB },
  },
  "strangers who never end their heads": { sent: HEAD, count: 300, answer: SHED, most: 4 * MIB },
  "strangers who never end their heads, without the fast path": {
    ...{ sent: HEAD, count: 300, flags: ["--http", "node"] },
    ...{ answer: SHED, most: 4 * MIB },
  },
  "many large messages of one user": { sent: LARGE, count: 200, answer: SHED, most: 32 * MIB },
};

suite("requests that never end", () => {
  for (const [name, { sent, count, flags = [], answer, most }] of Object.entries(trials)) {
    test(`${name} get little memory and a clear response, and keep nobody else out`, async () => {
      // A separate process, so that its memory can be measured.
      const server = await startTestServer({ isSeparate: true, flags });
      const { othello } = server.cast;
      await othello.call("GET /users/me");
      const before = await figuresOf(server.url);
      const crowd = await sendHalfBodies(count, { ...sent, url: server.url });
      await server.anonymous.call("POST /fetch_api_key", { username: othello.email, password: PASSWORD });
      await othello.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
      const during = await until(
        () => figuresOf(server.url),
        ({ bytes }) => bytes <= most,
      );
      assert.ok(during.memory - before.memory < MAX_GROWTH, `${(during.memory - before.memory) / MIB} MiB`);
      assert.match(await until(() => crowd.lastAnswer, Boolean), answer);
      crowd.end();
      // Their memory is released with them.
      await until(
        () => figuresOf(server.url),
        ({ bodies, bytes }) => bodies === 0 && bytes === 0,
      );
      await server.stop();
    });
  }
});
