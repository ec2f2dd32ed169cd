import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, optional, text, withDefault } from "#api/parameters/params.ts";
import { pageOfAuditLog } from "./access.ts";
import { AuditEntrySchema, presentAuditEvent } from "./present.ts";

const MAX_ENTRIES = 500;
const MAX_TIME = 253_402_300_799;
const time = (about: string) => optional(integer(`${about}, in UNIX seconds.`, { min: 0, max: MAX_TIME }));

const getAuditLog = endpoint({
  id: "get-audit-log",
  method: "GET",
  path: "/audit_log",
  summary: "Who has changed what in the organization, and who has logged in: the newest first.",
  auth: "administrator",
  scope: "audit:read",
  audits: ["audit.read"],
  params: {
    actor_id: optional(integer("Only what this account has done.", { min: 0, max: Number.MAX_SAFE_INTEGER })),
    action: optional(text("Only actions that begin with this, such as `user.` or `login.succeeded`.", { max: 100 })),
    target_kind: optional(text("Only what was done to such things, such as `channel`.", { max: 100 })),
    target_id: optional(text("Only what was done to what has this ID.", { max: 1000 })),
    address: optional(text("Only what came from this address.", { max: 100 })),
    from: time("Only what happened at this time or later"),
    to: time("Only what happened before this time"),
    before: optional(integer("Only entries older than the one of this ID.", { min: 0, max: Number.MAX_SAFE_INTEGER })),
    limit: withDefault(integer("How many at most.", { min: 1, max: MAX_ENTRIES }), 100),
  },
  result: {
    entries: Type.Array(AuditEntrySchema),
    next_before: Type.Union([Type.Integer(), Type.Null()]),
    found_oldest: Type.Boolean(),
  },
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  async run({ site, realm, actor, params }) {
    const { actor_id: actorId, target_kind: targetKind, target_id: targetId, limit, ...rest } = params;
    const search = { ...rest, actorId, targetKind, targetId, limit: limit + 1 };
    const rows = await pageOfAuditLog(realm, actor, search, site.clock.now());
    const entries = rows.slice(0, limit).map(presentAuditEvent);
    return { entries, next_before: entries.at(-1)?.id ?? null, found_oldest: rows.length <= limit };
  },
});

export const auditEndpoints = [getAuditLog] as const;
