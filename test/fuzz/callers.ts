import { browserSession, SAME_ORIGIN } from "../harness/browser.ts";
import { basic } from "../harness/raw.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { World } from "../security/authorization/world.ts";

/** Every kind of caller: each role by key, a browser, and credentials that are none. */
export const CALLERS = [
  ...ROLES,
  "browser",
  "other site",
  "wrong key",
  "no base64",
  "other scheme",
  "long credentials",
] as const;
export type CallerKind = (typeof CALLERS)[number];

export interface Caller {
  /** Header lines. */
  readonly credentials: readonly string[];
  readonly prefix: "/api/v1" | "/json";
}

/** What the callers send, at one server. */
export async function callersOf({ server, actors, member }: World): Promise<Record<CallerKind, Caller>> {
  const { cookie } = await browserSession(server, member);
  const byKey = (authorization?: string): Caller => ({
    prefix: "/api/v1",
    credentials: authorization === undefined ? [] : [`Authorization: ${authorization}`],
  });
  const byCookie = (lines: readonly string[]): Caller => ({
    prefix: "/json",
    credentials: [`Cookie: ${cookie}`, ...lines],
  });
  const roles = ROLES.map((role): [CallerKind, Caller] => {
    const { email, apiKey } = actors[role].client.connection;
    return [role, byKey(email === undefined ? undefined : basic(email, apiKey ?? ""))];
  });
  return {
    ...(Object.fromEntries(roles) as Record<(typeof ROLES)[number], Caller>),
    browser: byCookie([`Sec-Fetch-Site: ${SAME_ORIGIN["sec-fetch-site"]}`]),
    "other site": byCookie(["Sec-Fetch-Site: cross-site", "Origin: https://evil.example"]),
    "wrong key": byKey(basic(member.email, "0".repeat(32))),
    "no base64": byKey("Basic !!!"),
    "other scheme": byKey("Bearer x"),
    "long credentials": byKey(`Basic ${"QUFB".repeat(500)}`),
  };
}
