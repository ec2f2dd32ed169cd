import { orNull, type Static, Type } from "#platform/schema/type.ts";
import { AUDIT_ACTIONS } from "#engine/log/audit-actions.ts";
import { ACTOR_KINDS } from "#engine/log/audit-events.ts";
import type { AuditEvent } from "./queries.ts";

export const AuditEntrySchema = Type.Object({
  id: Type.Integer(),
  /** UNIX seconds, with fractions. */
  time: Type.Number(),
  actor: Type.Object({
    kind: Type.Enum([...ACTOR_KINDS]),
    id: orNull(Type.Integer()),
    key_id: orNull(Type.Integer()),
    session_id: orNull(Type.Integer()),
  }),
  action: Type.Enum([...AUDIT_ACTIONS]),
  target: Type.Object({ kind: Type.String(), id: Type.String() }),
  /** What it was and what it is, and further details. */
  data: Type.Record(Type.String(), Type.Unknown()),
  address: orNull(Type.String()),
  agent: orNull(Type.String()),
  request_id: orNull(Type.String()),
});

export const presentAuditEvent = (event: AuditEvent): Static<typeof AuditEntrySchema> => ({
  id: event.id,
  time: event.time,
  actor: { kind: event.actorKind, id: event.actorId, key_id: event.keyId, session_id: event.sessionId },
  action: event.action,
  target: { kind: event.targetKind, id: event.targetId },
  data: { ...event.data },
  address: event.address,
  agent: event.agent,
  request_id: event.requestId,
});
