import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint } from "./endpoint.ts";
import { createPatience } from "./patience.ts";

const asked = { summary: "", auth: "none", params: {}, result: {}, errors: [], run: () => ({}) } as const;
const patient = endpoint({ id: "a", method: "POST", path: "/here", isPatient: true, ...asked });
const eager = endpoint({ id: "b", method: "POST", path: "/there", ...asked });

const HERE = Buffer.from("POST /api/v1/here HTTP/1.1\r\n");
const THERE = Buffer.from("POST /api/v1/there HTTP/1.1\r\n");

test("only requests that nobody waits for are put off, while many of them come, and are served in turn", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const served: number[] = [];
  const patience = createPatience([patient, eager], (one: number) => served.push(one));
  const come = (count: number, request = HERE) =>
    Array.from({ length: count }, (_, index) => patience.take(index, request)).filter(Boolean).length;
  // Nobody knows yet that they are many.
  assert.equal(come(20), 0);
  t.mock.timers.tick(500);
  assert.equal(come(20), 20);
  assert.equal(come(5, THERE), 0);
  assert.deepEqual(served, []);
  t.mock.timers.tick(500);
  assert.deepEqual(served.splice(0), [...Array.from({ length: 20 }).keys()]);
  assert.equal(come(19), 19);
  t.mock.timers.tick(500);
  assert.equal(served.splice(0).length, 19);
  // These were few.
  assert.equal(come(19), 0);
  t.mock.timers.tick(500);
  assert.equal(come(5), 0);
  // After a while without any there is nothing to wait for.
  t.mock.timers.tick(5000);
  assert.equal(come(20), 0);
  t.mock.timers.tick(500);
  assert.equal(come(3), 3);
  patience.end();
  assert.equal(served.length, 3);
});
