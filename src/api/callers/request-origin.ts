import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { AuditOrigin } from "#engine/log/audit-events.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { recording } from "#engine/runtime/recording.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Routed } from "#http/router.ts";
import { storedAgent } from "../browser/seen.ts";
import type { Caller } from "./caller.ts";

/** Where a request comes from, for the audit log. */
export const requestOrigin = (
  { proxies }: Pick<Site, "proxies">,
  { head, requestId }: Pick<Routed, "head" | "requestId">,
  caller?: Pick<Caller, "key" | "session">,
): AuditOrigin => ({
  actorKind: "server",
  keyId: caller?.key?.id,
  sessionId: caller?.session?.session.id,
  address: proxies.clientAddress(head),
  agent: storedAgent(head.headers["user-agent"]),
  requestId: requestId(),
});

/** The organization as a page writes to it that people open or send. */
export const recordingPage = <Recorded extends AuditAction>(
  site: Site,
  realm: RealmRuntime,
  request: Routed,
  audits: readonly Recorded[],
): RealmRuntime<Recorded> => recording(realm, audits, requestOrigin(site, request));
