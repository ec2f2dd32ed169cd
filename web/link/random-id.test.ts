import assert from "node:assert/strict";
import { test } from "node:test";
import { randomId } from "./random-id.ts";

test("a name is found without TLS, too, and never twice", () => {
  const withTls = randomId();
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  const without = [randomId(), randomId()];
  Reflect.deleteProperty(crypto, "randomUUID");
  assert.match(without[0] ?? "", /^[0-9a-f]{32}$/);
  assert.equal(new Set([withTls, ...without]).size, 3);
});
