import fc from "fast-check";

export const READERS = ["hamlet", "othello", "cordelia"] as const;
export type Reader = (typeof READERS)[number];
export const PLACES = ["here", "there"] as const;
export type Place = (typeof PLACES)[number];

/** Random operations of people. */

const by = fc.constantFrom(...READERS);
const place = fc.constantFrom(...PLACES);
const topic = fc.constantFrom("a", "b");
const pick = fc.nat({ max: 1000 });
const op = fc.constantFrom("add" as const, "remove" as const);
const flag = fc.constantFrom("read" as const, "read" as const, "starred" as const);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

export type Op = "add" | "remove";
export type Flag = "read" | "starred";

const MODES = ["change_one", "change_later", "change_all"] as const;

export const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind("send"), by, place, topic, read: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("direct"), by, to: fc.subarray([...READERS]) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("move"), pick, place, topic, mode: fc.constantFrom(...MODES) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("edit"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("delete"), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind("flag"), by, picks: fc.array(pick, { minLength: 1, maxLength: 6 }), op, flag }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: kind("narrow"), by, place, op, flag },
      topic: fc.option(topic),
      isUnread: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind("mark"),
      by,
      what: fc.oneof(fc.constant("all" as const), fc.record({ place, topic: fc.option(topic, { nil: undefined }) })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("join"), by, place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("leave"), by, place }) },
);

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
