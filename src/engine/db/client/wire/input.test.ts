import assert from "node:assert/strict";
import { test } from "node:test";
import { createInput } from "./input.ts";
import { parseTarget } from "./target.ts";

const message = (type: string, body: string): Buffer => {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, Buffer.from(body)]);
};

const MESSAGES = [message("A", ""), message("B", "body"), message("C", "x".repeat(300)), message("D", "")];

test("messages arrive whole, however their bytes are divided", () => {
  const bytes = Buffer.concat(MESSAGES);
  const expected = ["A", "Bbody", `C${"x".repeat(300)}`, "D"];
  for (let size = 1; size <= bytes.length; size += 1) {
    const taken: string[] = [];
    const take = createInput(
      (type, from, start, end) => taken.push(String.fromCharCode(type) + from.toString("utf8", start, end)),
      () => 1000,
    );
    for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size));
    assert.deepEqual(taken, expected, `in pieces of ${size} bytes`);
  }
});

test("a message that is longer than allowed, or shorter than its length, is refused when its length is there", () => {
  for (const length of [0, 3, 1001, 2 ** 31, 2 ** 32 - 1]) {
    const header = Buffer.alloc(5, "D");
    header.writeUInt32BE(length, 1);
    const take = createInput(
      () => assert.fail("a message"),
      () => 1000,
    );
    assert.throws(() => take(header), { code: "CONNECTION_GARBLED" }, `${length}`);
  }
});

test("a database URL says where the database is, and how it is reached", () => {
  const none = { tls: undefined, channelBinding: "prefer" as const, role: "any", settings: {} };
  const login = { user: "u", password: "p:@", database: "d" };
  const tcp = (host: string, port = 5432) => ({ host, port });
  const secure = { isVerified: false, isOptional: false, isDirect: false };
  const cases = {
    "postgres://u:p%3A%40@h/d": { addresses: [tcp("h")] },
    "postgresql://u:p:%40@[::1]:6000/d": { addresses: [tcp("::1", 6000)] },
    "postgres://u:p:%40@a,b:6000/d": { addresses: [tcp("a"), tcp("b", 6000)] },
    "postgres://u:p:%40@%2Frun%2Fpg:6000/d": { addresses: [{ path: "/run/pg/.s.PGSQL.6000" }] },
    "postgres://u:p:%40@/d?host=/run/pg": { addresses: [{ path: "/run/pg/.s.PGSQL.5432" }] },
    "postgres://u:p:%40@h/d?sslmode=require": { addresses: [tcp("h")], tls: secure },
    "postgres://u:p:%40@h/d?sslmode=prefer": { addresses: [tcp("h")], tls: { ...secure, isOptional: true } },
    "postgres://u:p:%40@h/d?sslmode=verify-full": { addresses: [tcp("h")], tls: { ...secure, isVerified: true } },
    "postgres://u:p:%40@h/d?ssl=true": { addresses: [tcp("h")], tls: { ...secure, isVerified: true } },
    "postgres://u:p:%40@h/d?target_session_attrs=primary&options=-c%20search_path=s": {
      addresses: [tcp("h")],
      role: "primary",
      settings: { options: "-c search_path=s" },
    },
  };
  for (const [url, expected] of Object.entries(cases)) {
    assert.deepEqual(parseTarget(url), { ...none, ...login, ...expected }, url);
  }
  assert.throws(() => parseTarget("postgres://h/d?target_session_attrs=leader"), /leader/);
});
