import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createLeakyBucket, createRateLimiter } from "#platform/limits/rate-limit.ts";
import { PASSWORD } from "../harness/cast.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";

suite("rate limits", () => {
  test("the window slides: old requests are forgotten, and a refused request does not count", () => {
    let now = 0;
    const limiter = createRateLimiter({ seconds: 60, requests: 3 }, { now: () => now, monotonic: () => now });
    for (let i = 0; i < 3; i += 1) assert.equal(limiter.hit("a").allowed, true);
    const refused = limiter.hit("a");
    assert.equal(refused.allowed, false);
    assert.equal(refused.retryAfter, 60);
    assert.equal(limiter.hit("b").allowed, true, "others are not affected");
    now += 59_999;
    assert.equal(limiter.hit("a").allowed, false);
    now += 1;
    const again = limiter.hit("a");
    assert.deepEqual(
      [again.allowed, again.remaining, again.reset],
      [true, 2, 120],
      "after the announced wait all is free",
    );
    now += 20_000;
    assert.deepEqual([limiter.hit("a").remaining, limiter.hit("a").remaining], [1, 0]);
    assert.equal(limiter.hit("a").retryAfter, 40, "until the oldest of them counts no more");
    now += 200_000;
    assert.equal(limiter.hit("a").remaining, 2);
  });

  test("a client that polls too often is told when the next poll is allowed", () => {
    let now = 1000;
    const limiter = createLeakyBucket({ seconds: 60, requests: 200 }, { now: () => now, monotonic: () => now });
    for (let i = 0; i < 200; i += 1) assert.equal(limiter.hit("a").remaining, 199 - i);
    const refused = limiter.hit("a");
    assert.deepEqual([refused.allowed, refused.remaining, refused.reset], [false, 0, 61]);
    assert.equal(refused.retryAfter.toFixed(3), "0.300");
    now += 301;
    assert.deepEqual([limiter.hit("a").allowed, limiter.hit("a").allowed], [true, false]);
    now += 60_000;
    assert.equal(limiter.hit("a").remaining, 199);
  });

  test("a caller who asks too often gets 429 with the time to wait", async () => {
    const server = await startTestServer({ rateLimit: "on" });
    const { hamlet, othello } = server.cast;
    const me = () => raw(`${server.url}/api/v1/users/me`, { as: hamlet });
    const first = await me();
    assert.equal(first.headers.get("x-ratelimit-limit"), "200");
    assert.equal(first.headers.get("x-ratelimit-remaining"), "199");
    assert.ok(Number(first.headers.get("x-ratelimit-reset")) > Date.now() / 1000);
    const answers = await Promise.all(Array.from({ length: 205 }, me));
    const refused = answers.find(({ status }) => status === 429);
    assert.ok(refused, "somebody was refused");
    assert.equal(refused.json["code"], "RATE_LIMIT_HIT");
    assert.equal(typeof refused.json["retry-after"], "number");
    assert.equal(refused.headers.get("retry-after"), String(refused.json["retry-after"]));
    assert.equal(refused.headers.get("x-ratelimit-remaining"), "0");
    assert.equal(answers.filter(({ status }) => status === 200).length, 199);
    assert.equal((await raw(`${server.url}/api/v1/users/me`, { as: othello })).status, 200);
  });

  test("CVE-2024-48872, CVE-2026-26233: wrong passwords sent at the same time all count", async () => {
    const server = await startTestServer({ rateLimit: "on" });
    const { hamlet, othello } = server.cast;
    const attempt = (password: string, username = hamlet.email) =>
      server.anonymous.refused("POST /fetch_api_key", { username, password }).then(({ code }) => code);
    const codes = await Promise.all(Array.from({ length: 20 }, () => attempt("wrong")));
    assert.equal(codes.filter((code) => code === "AUTHENTICATION_FAILED").length, 5);
    assert.equal(codes.filter((code) => code === "RATE_LIMIT_HIT").length, 15);
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", {
      username: othello.email,
      password: PASSWORD,
    });
    assert.equal(api_key, othello.apiKey);
  });
});
