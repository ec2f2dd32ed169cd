import { readFileSync } from "node:fs";
import { join } from "node:path";
import { INTEGRATIONS } from "#domains/integrations/incoming/services/all.ts";
import type { HeavyCase } from "./heavy-case.ts";
import { type Shape, someShapes } from "./shapes.ts";

const FIXTURES = join(import.meta.dirname, "../../../src/domains/integrations/incoming/fixtures");
const MAX_EVENT_BYTES = 1024 * 1024;
/** For what is around the largest part. */
const BESIDE = 100;
/** The deepest that is read, and far more. */
const DEPTHS = [60, 100_000];
/** Many patterns of many wildcards, none of which matches. */
const PATTERNS = encodeURIComponent(JSON.stringify(Array.from({ length: 50 }, (_, at) => `${"*a".repeat(49)}${at}`)));

interface Fixture {
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

interface Event extends Fixture {
  readonly integration: string;
  readonly title: string;
}

function* events(): Generator<Event> {
  for (const { name: integration } of INTEGRATIONS) {
    const fixtures = JSON.parse(readFileSync(join(FIXTURES, `${integration}.json`), "utf8")) as Record<string, Fixture>;
    for (const [title, fixture] of Object.entries(fixtures)) yield { integration, title, ...fixture };
  }
}

/**
 * Every part of the payloads of every integration, one in so many, as large as a request may be: each text and all of
 * them, of so many shapes; each list with many elements, each object with many keys, and each part nested.
 */
export function* webhookCases(distance: number, shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const event of events()) {
    const { payload } = event;
    const room = MAX_EVENT_BYTES - JSON.stringify(payload).length - BESIDE;
    for (const shape of someShapes(shapes, turn)) {
      yield webhookCase(event, `all texts of ${JSON.stringify(shape.name)}`, () => withAllTexts(payload, shape, room));
    }
    for (const [path, part] of partsOf(payload)) {
      turn += 1;
      if (turn % distance !== 0) continue;
      const large = (what: string, value: () => unknown) =>
        webhookCase(event, `${path.join(".")} ${what}`, () => withPart(payload, path, value()));
      if (typeof part === "string") {
        for (const shape of someShapes(shapes, turn))
          yield large(`of ${JSON.stringify(shape.name)}`, () => largestJson(shape, room));
      } else if (typeof part === "object" && part !== null) {
        yield large("repeated", () => (Array.isArray(part) ? repeated(part, room) : withKeys(part, room)));
      }
      for (const depth of DEPTHS) yield large(`${depth} deep`, () => nested(depth));
    }
  }
}

function webhookCase({ integration, title, headers = {} }: Event, what: string, payload: () => unknown): HeavyCase {
  return {
    of: `POST /external/${integration}`,
    what: `${title}, ${what}`,
    caller: "webhook",
    request: () => ({
      start: `POST {prefix}/external/${integration}?exclude_events=${PATTERNS}`,
      headers: [
        "Content-Type: application/json",
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ],
      body: Buffer.from(jsonOf(payload())),
    }),
  };
}

/** Stands for a value within lists, which `JSON.stringify` cannot write where they are deep. */
const NESTED = "nested so deep:";
const nested = (depth: number): string => `${NESTED}${depth}`;

const jsonOf = (payload: unknown): string =>
  JSON.stringify(payload).replace(
    new RegExp(`"${NESTED}(\\d+)"`),
    (_whole, depth: string) => "[".repeat(Number(depth)) + "]".repeat(Number(depth)),
  );

function largestJson(shape: Shape, most: number): string {
  const size = (text: string) => Buffer.byteLength(JSON.stringify(text));
  const text = shape.text(most);
  return size(text) <= most ? text : shape.text(Math.floor((most * most) / size(text)));
}

type Path = readonly string[];

/** Every part of a payload with its path, the whole first. */
function* partsOf(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* partsOf(part, [...path, key]);
}

function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  return mapped(value as object, (own, name) => (name === key ? withPart(own, rest, part) : own));
}

function mapped(value: object, change: (part: unknown, name: string) => unknown): object {
  const entries = Object.entries(value).map(([name, part]) => [name, change(part, name)] as const);
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

/** All texts are long, which share the room. What is not understood without them, such as an action, is lost. */
function withAllTexts(payload: unknown, shape: Shape, room: number): unknown {
  const count = [...partsOf(payload)].filter(([, part]) => typeof part === "string").length;
  const text = largestJson(shape, Math.floor(room / Math.max(1, count)));
  const change = (part: unknown): unknown => {
    if (typeof part === "string") return text;
    return typeof part === "object" && part !== null ? mapped(part, change) : part;
  };
  return change(payload);
}

const countFor = (value: unknown, room: number): number => Math.floor(room / (JSON.stringify(value).length + 1));

function repeated(list: readonly unknown[], room: number): unknown[] {
  const item = list[0] ?? 1;
  return [...list, ...Array.from({ length: countFor(item, room) }, () => item)];
}

function withKeys(object: object, room: number): object {
  const count = countFor("a key with a number: 1234567", room);
  return {
    ...object,
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`a key with a number: ${at}`, 1])),
  };
}
