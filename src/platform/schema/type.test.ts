import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Type as Original } from "typebox";
import { Type } from "./type.ts";

/** Schemas of every function, with and without options, by one implementation. */
function schemasBy(type: typeof Type): unknown[] {
  const name = type.String({ maxLength: 3 });
  const person = type.Object({
    name,
    age: type.Optional(type.Integer({ minimum: 0 })),
    height: type.Number({ maximum: 3 }),
    emails: type.Optional(type.Array(type.String(), { maxItems: 2 })),
  });
  return [
    person,
    type.Object({}),
    type.Object({ person }, { additionalProperties: false }),
    type.Omit(person, ["height"]),
    type.Pick(person, ["name", "age"]),
    type.Partial(person),
    type.Array(type.Boolean()),
    type.Boolean({ default: true }),
    type.Enum(["a", "b"]),
    type.Enum([1, 2], { description: "one or two" }),
    type.Literal("a"),
    type.Literal(1, { description: "one" }),
    type.Literal(true),
    type.Null({ description: "nothing" }),
    type.Record(type.String(), person),
    type.Record(type.String(), type.Unknown(), { maxProperties: 3 }),
    type.Union([type.Null(), person]),
    type.Union([type.String(), type.Integer()], { description: "either" }),
    type.Unknown({ description: "anything" }),
    type.Unsafe<string>(type.Array(name)),
  ];
}

suite("the functions that make schemas", () => {
  test("they make what those of TypeBox make", () => {
    assert.deepEqual(JSON.parse(JSON.stringify(schemasBy(Type))), JSON.parse(JSON.stringify(schemasBy(Original))));
  });

  test("an optional schema is a copy, and its mark is not serialized", () => {
    const name = Type.String();
    assert.deepEqual(Object.keys(Type.Optional(name)), ["type"]);
    assert.deepEqual(Type.Object({ name }).required, ["name"]);
  });
});
