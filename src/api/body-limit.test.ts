import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "#platform/schema/type.ts";
import { endpoints } from "../app.ts";
import { largestBody } from "./body-limit.ts";
import { integer, json, optional, text } from "./parameters/params.ts";

const KB = 1024;
const MB = 1024 * KB;

test("a body may be as long as the longest parameters in their longest spelling", () => {
  const longest = {
    title: text("A title.", { max: 1000 }),
    names: json("Names.", Type.Array(Type.String({ maxLength: 60 }), { maxItems: 500 })),
    place: json("A place.", Type.Object({ x: Type.Integer(), note: Type.Optional(Type.String({ maxLength: 50 })) })),
    count: optional(integer("A number.")),
  };
  const escaped = (length: number) => String.raw`\uD83D\uDE00`.repeat(length);
  const fields = new URLSearchParams({
    title: "😀".repeat(1000),
    names: `[ ${Array.from({ length: 500 }, () => `"${escaped(60)}"`).join(" , ")} ]`,
    place: `{ "x" : -9007199254740991 , "note" : "${escaped(50)}" }`,
    count: "-2147483647",
  });
  const { length } = fields.toString();
  const limit = largestBody({ params: longest, auth: "user" });
  assert.ok(length < limit && limit < 2 * length, `${length} of ${limit}`);
  const ids = { principals: json("Users.", Type.Array(Type.Integer(), { maxItems: 100_000 })) };
  const principals = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => 2_147_000_000 + at));
  assert.ok(new URLSearchParams({ principals }).toString().length < largestBody({ params: ids, auth: "user" }));
});

test("a body without declared limits may have 2 MiB, and a stranger's login 16 KiB", () => {
  const endless = { storage: json("Texts.", Type.Record(Type.String(), Type.String())) };
  assert.equal(largestBody({ params: endless, auth: "user" }), 2 * MB);
  assert.equal(largestBody({ params: endless, auth: "none" }), 16 * KB);
});

test("most operations accept far less than a message", () => {
  const limits = endpoints.filter(({ method }) => method !== "GET").map(largestBody);
  assert.ok(limits.filter((limit) => limit < MB).length > limits.length / 2);
  for (const endpoint of endpoints.filter(({ file }) => file !== undefined)) assert.ok(largestBody(endpoint) > 5 * MB);
});
