import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "#platform/clock.ts";
import { wholeBody } from "./body.ts";
import { createBodyBudget } from "./body-budget.ts";
import { append, newConnection, takeReceived } from "../fast-path/connection.ts";

/** Far less than pieces of one byte cost if each is kept, and far more than their bytes. */
const MAX_PER_BYTE = 100;
const LENGTH = 400_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("a body that arrives byte by byte costs little more than its bytes", async () => {
  const head = { method: "POST", url: "/", headers: {}, remoteAddress: undefined };
  const body = new Readable({ read() {} });
  const account = createBodyBudget(systemClock).open({ address: undefined, user: "1" });
  const whole = wholeBody(head, { stream: body, account }, LENGTH);
  const before = memoryInUse();
  for (let sent = 0; sent < LENGTH; sent += 1) {
    body.push(Buffer.from("x"));
    if (sent % 1000 === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  assert.ok(memoryInUse() - before < LENGTH * MAX_PER_BYTE);
  body.push(null);
  assert.equal(String(await whole), "x".repeat(LENGTH));
});

test("what a client pipelines byte by byte is kept in few pieces, in order", () => {
  const connection = newConnection({} as Socket);
  const sent = "POST /api/v1/messages ".repeat(3000);
  for (const byte of sent) append(connection, Buffer.from(byte));
  assert.ok(connection.parts.length < 100);
  assert.equal(connection.received, sent.length);
  assert.equal(takeReceived(connection).toString(), sent);
});
