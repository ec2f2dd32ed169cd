import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FIELDS } from "#http/fast-path/incoming.ts";
import { queryFields } from "./fields.ts";

const rows: readonly (readonly [encoded: string, fields: Readonly<Record<string, string>>])[] = [
  ["", {}],
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1&a=2", { a: "2" }],
  ["&&a=1&", { a: "1" }],
  ["a&b=&=c", { a: "", b: "", "": "c" }],
  ["a=b=c&d==", { a: "b=c", d: "=" }],
  ["a+b=c+d%2Be", { "a b": "c d+e" }],
  ["%61=%C3%A9%20%F0%9F%98%80", { a: "é 😀" }],
  ["a=100%&b=%zz%4&c=é%", { a: "100%", b: "%zz%4", c: "é%" }],
  ["a=x%FFy", { a: "x\ufffdy" }],
  ["__proto__=1&constructor=2", { ["__proto__"]: "1", constructor: "2" }],
];

for (const [encoded, fields] of rows) {
  test(`fields of ${JSON.stringify(encoded)}`, () => {
    assert.deepEqual([...queryFields(encoded)], Object.entries(fields));
  });
}

test("fields beyond the limit are left out", () => {
  const encoded = Array.from({ length: MAX_FIELDS + 10 }, (_, index) => `f${index}=x`).join("&");
  assert.equal(queryFields(encoded).size, MAX_FIELDS);
});
