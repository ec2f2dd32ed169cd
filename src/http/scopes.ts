/**
 * What an API key may do. A key with scopes is allowed what it names and nothing else: `messages:write` does not include
 * `messages:read`. Scopes only narrow what its account may do. Keys without scopes, and sessions, mean everything.
 */
const AREAS = ["messages", "channels", "users", "groups", "files", "personal", "organization"] as const;
type Area = (typeof AREAS)[number];

export type Scope = `${Area}:${"read" | "write"}` | "bots:manage" | "audit:read";

export const SCOPES: readonly Scope[] = [
  ...AREAS.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]),
  "bots:manage",
  "audit:read",
];

/**
 * What a route demands of a key with scopes, and an event kind of one that is to receive it: a scope, or all of several;
 * "any" where every key will do, because what it returns is chosen by its scopes or is about the caller alone; "full" for
 * what no key with scopes may do; "none" where nobody has to show who they are.
 */
export type RequiredScope = Scope | readonly [Scope, Scope] | "any" | "full" | "none";

/** What a key with these scopes lacks. */
export function missingScope(held: readonly Scope[], required: RequiredScope): Scope | "full" | undefined {
  if (required === "none" || required === "any") return undefined;
  if (required === "full") return "full";
  if (typeof required === "string") return held.includes(required) ? undefined : required;
  return required.find((scope) => !held.includes(scope));
}

const WORDS: ReadonlySet<unknown> = new Set([...SCOPES, "any", "full", "none"]);

/** Whether a declaration says what it demands: the types require it, and casts are possible. */
export const isRequiredScope = (value: unknown): value is RequiredScope =>
  WORDS.has(value) || (Array.isArray(value) && value.length > 1 && value.every((scope) => SCOPES.includes(scope)));
