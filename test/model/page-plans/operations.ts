import fc from "fast-check";

/** What people do, at random, and what they then ask for. */

export const READERS = ["hamlet", "othello", "shiva", "polonius"] as const;
export type Reader = (typeof READERS)[number];
export const CHANNELS = ["open", "closed", "vault", "late"] as const;
const TOPICS = ["Ghost", "ghost", "✔ play", "walls"] as const;
const CONTENTS = [
  "oak elm",
  "elm ash",
  "ash https://example.com/x",
  "oak larch",
  "@**Shiva** oak",
  "@**all** elm",
  "nothing",
] as const;
const MODES = ["change_one", "change_later", "change_all"] as const;

const by = fc.constantFrom(...READERS);
const channel = fc.constantFrom(...CHANNELS);
const topic = fc.constantFrom(...TOPICS);
/** Stands for a message. */
const pick = fc.nat({ max: 1000 });
const content = fc.constantFrom(...CONTENTS);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

export const operation = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: kind("send"), by, channel, topic, content, read: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("direct"), by, to: fc.subarray([...READERS]), content }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("move"), pick, channel, topic, mode: fc.constantFrom(...MODES) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("edit"), pick, content }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("delete"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("react"), by, pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: kind("flag"), by, picks: fc.array(pick, { minLength: 2, maxLength: 5 }) },
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read" as const, "starred" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("mark"), by, channel }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("mark all"), by }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("join"), by, channel }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("leave"), by, channel }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind("policy"), by, channel, topic, policy: fc.constantFrom(0, 1, 2, 3) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind("mute"), by, channel, isMuted: fc.constantFrom(true, true, false) }) },
);

export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A term whose operand is chosen by a number, because users, channels and messages have IDs only in a world. */
const term = fc.record({
  operator: fc.constantFrom(
    ...([
      "channel",
      "channel",
      "channels",
      "channels",
      "topic",
      "topic",
      "sender",
      "mentions",
      "dm",
      "dm-including",
      "group-pm-with",
    ] as const),
    ...(["is", "is", "is", "is", "has", "in", "id", "near", "search", "search"] as const),
  ),
  choice: fc.nat({ max: 1000 }),
  negated: fc.boolean(),
});
export type ChosenTerm = typeof term extends fc.Arbitrary<infer Value> ? Value : never;

const UNREAD: ChosenTerm = { operator: "is", choice: 3, negated: false };

/** Half of the narrows have few terms, so that pages are not empty; a third ask for unread messages. */
const narrow = fc
  .tuple(fc.array(term, { maxLength: 3 }), fc.nat({ max: 2 }))
  .map(([terms, unread]) => (unread === 0 ? [...terms, UNREAD] : terms));

export const question = fc.record({
  by,
  narrow,
  anchor: fc.oneof(
    fc.constantFrom("newest" as const, "oldest" as const, "first_unread" as const, "first_unread" as const),
    fc.record({ choice: pick, distance: fc.constantFrom(0, 0, 0, -1, 1, 30_000, -30_000) }),
  ),
  includeAnchor: fc.boolean(),
  numBefore: fc.constantFrom(0, 1, 2, 5, 40, 5000),
  numAfter: fc.constantFrom(0, 1, 2, 5, 40, 5000),
});
export type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

/** The operands of `is`, of which `choice` takes one. */
export const STATES = [
  ...["dm", "starred", "mentioned", "unread", "followed", "muted", "resolved", "alerted"],
  ...["starred", "mentioned", "followed", "unread"],
] as const;
export const topicOf = (choice: number): string => TOPICS[choice % TOPICS.length] as string;
