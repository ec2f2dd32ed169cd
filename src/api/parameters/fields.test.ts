import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FIELDS } from "#http/fast-path/multipart.ts";
import { queryFields, readForm, type RequestForm } from "./fields.ts";

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

const multipart = (boundary: string, count: number): Buffer =>
  Buffer.from(
    `${`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`.repeat(count)}--${boundary}--\r\n`,
  );
const read = async (boundary: string, body: Buffer) => readForm("", `multipart/form-data; boundary=${boundary}`, body);

test("a multipart body with many parts is refused before they are all read", async () => {
  const { fields } = await read("b", multipart("b", MAX_FIELDS));
  assert.deepEqual([...fields], [["a", "x"]]);
  await assert.rejects(read("b", multipart("b", 100_000)), /Malformed multipart body/);
});

test("a multipart body with a boundary of hyphens alone is refused", async () => {
  assert.equal((await read("-b-", multipart("-b-", 1))).fields.get("a"), "x");
  await assert.rejects(read("-----", multipart("-----", 1)), /Malformed multipart body/);
});

test("a form without files has at most 2 MiB, also where an endpoint has room for a file", () => {
  const form = (length: number) => readForm("", "application/x-www-form-urlencoded", Buffer.alloc(length, "a"));
  const most = 2 * 1024 * 1024;
  assert.equal((form(most) as RequestForm).fields.size, 1);
  assert.throws(() => form(most + 1), { status: 413 });
});
