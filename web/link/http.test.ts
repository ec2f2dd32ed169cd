import assert from "node:assert/strict";
import { test } from "node:test";
import { call, request } from "./http.ts";

test("a request on a network that answers nothing is given up, and a file takes as long as it takes", async (t) => {
  const limits: number[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  t.mock.method(AbortSignal, "timeout", (ms: number) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException("so long", "TimeoutError"));
  });
  t.mock.method(globalThis, "fetch", (_url: string, { signal }: RequestInit = {}) => {
    signals.push(signal);
    signal?.throwIfAborted();
    return Promise.resolve(Response.json({ result: "success" }));
  });
  for (const silent of [() => call("POST /register", {}), () => call("GET /users/me")])
    await assert.rejects(async () => silent(), { name: "TimeoutError" });
  assert.deepEqual(limits, [60_000, 60_000]);
  await request("/json/user_uploads", "POST", new FormData());
  assert.deepEqual([limits.length, signals.at(-1)], [2, undefined]);
});
