import { ApiError } from "#platform/errors.ts";
import { isDeeperThan } from "#platform/limits/json-depth.ts";

/** A value of JSON whose form nobody has checked. A path is a list of keys and positions with dots: `alerts.0.labels`. */
export interface Payload {
  readonly value: unknown;
  at(path: string): Payload;
  /** A text, or a number or boolean as text; empty if there is none. */
  text(path: string): string;
  /** The same; a payload without it is refused. */
  needed(path: string): string;
  number(path: string): number | undefined;
  is(path: string): boolean;
  /** The first elements of a list; none if it is no list. */
  list(path: string): readonly Payload[];
  /** The number of all elements. */
  count(path: string): number;
  /** The texts, numbers and booleans of an object. */
  entries(path: string): readonly (readonly [name: string, text: string])[];
}

const DEEPEST = 64;
const MAX_LISTED = 100;

/** Parses the body of a webhook. */
export function parsePayload(text: string): Payload {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (isDeeperThan(json, DEEPEST)) throw new ApiError("INVALID_JSON", "The JSON is nested too deeply");
  try {
    return payloadOf(JSON.parse(json));
  } catch {
    throw new ApiError("INVALID_JSON", "Malformed JSON");
  }
}

export const anomalous = (message: string): ApiError => new ApiError("ANOMALOUS_WEBHOOK_PAYLOAD", message);

export function payloadOf(value: unknown): Payload {
  const found = (path: string): unknown => (path === "" ? value : path.split(".").reduce(step, value));
  const listed = (path: string): readonly unknown[] => {
    const list = found(path);
    return Array.isArray(list) ? list : [];
  };
  const text = (path: string): string => textOf(found(path));
  return {
    value,
    at: (path) => payloadOf(found(path)),
    text,
    needed(path) {
      const wanted = text(path);
      if (wanted === "") throw anomalous(`The payload has no ${path}`);
      return wanted;
    },
    number(path) {
      const number = found(path);
      return typeof number === "number" ? number : undefined;
    },
    is: (path) => found(path) === true,
    list: (path) => listed(path).slice(0, MAX_LISTED).map(payloadOf),
    count: (path) => listed(path).length,
    entries(path) {
      const object = found(path);
      if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
      return Object.entries(object)
        .slice(0, MAX_LISTED)
        .map(([name, value]) => [textOf(name), textOf(value)] as const)
        .filter(([, value]) => value !== "");
    },
  };
}

/** Only own keys: every object inherits others. */
function step(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** JSON can write halves of characters and NUL, which cannot be stored. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "");
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
