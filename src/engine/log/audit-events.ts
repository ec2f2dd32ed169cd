import type { User } from "#engine/model/records.ts";
import { rowStore } from "#engine/db/batch-insert.ts";
import type { AuditAction } from "./audit-actions.ts";

export const ACTOR_KINDS = ["user", "bot", "scim", "directory", "operator", "server"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Where a recorded change comes from. A write by a user has that user as its actor. */
export interface AuditOrigin {
  readonly actorKind: ActorKind;
  /** What acts where no user does: the token of a directory. */
  readonly actorId?: number | undefined;
  readonly keyId?: number | undefined;
  readonly sessionId?: number | undefined;
  readonly address?: string | undefined;
  readonly agent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** What is recorded besides the action: never a secret, and never the text of a message. */
export interface AuditData {
  readonly [name: string]: unknown;
  readonly old?: unknown;
  readonly new?: unknown;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly target: number | string;
  readonly data: AuditData;
  readonly origin: AuditOrigin;
  readonly actor: Pick<User, "id" | "botType"> | undefined;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
  /** UNIX milliseconds. */
  readonly time: number;
}

/** Of longer texts and lists the beginning is recorded, and of more than fits only what was changed. */
const [MAX_TEXT, MAX_ITEMS, MAX_DATA] = [500, 100, 16_000] as const;
const MAX_AGENT = 200;

const shortened = (_name: string, value: unknown): unknown => {
  if (typeof value === "string" && value.length > MAX_TEXT) return `${value.slice(0, MAX_TEXT)}…`;
  return Array.isArray(value) && value.length > MAX_ITEMS ? [...value.slice(0, MAX_ITEMS), "…"] : value;
};

function recordedData(data: AuditData): string {
  const text = JSON.stringify(data, shortened);
  return text.length > MAX_DATA ? JSON.stringify({ changed: Object.keys(data.new ?? data).slice(0, MAX_ITEMS) }) : text;
}

/** The actions whose target is something else than their noun. */
const TARGETS: Partial<Record<AuditAction, string>> = {
  "login.succeeded": "user",
  "login.failed": "user",
  "api_key.regenerated": "user",
  "login_link.created": "user",
  "two_step.enabled": "user",
  "two_step.disabled": "user",
  "two_step.recovery_codes_replaced": "user",
  "two_step.recovery_code_used": "user",
  "api_key.shown": "user",
  "export.written": "realm",
  "audit.read": "realm",
  "push_device.registered": "user",
  "push_device.removed": "user",
  "realm.setting_changed": "setting",
  "mcp.tool_called": "tool",
  "scim.token_created": "scim_token",
  "scim.token_revoked": "scim_token",
  "scim.user_adopted": "user",
  "scim.group_adopted": "group",
};

/** The kind of thing that an action is about. */
export const targetKindOf = (action: AuditAction): string => TARGETS[action] ?? action.slice(0, action.indexOf("."));

const actorKindOf = ({ origin, actor }: AuditEntry): ActorKind => {
  if (actor === undefined) return origin.actorKind;
  return actor.botType === null ? "user" : "bot";
};

export const auditEvents = rowStore<AuditRow>("audit_event", {
  id: ["int8", ({ id }) => id],
  time: ["int8", ({ time }) => Math.floor(time), "to_timestamp(time / 1000.0)"],
  actor_kind: ["text", actorKindOf],
  actor_id: ["int8", ({ actor, origin }) => actor?.id ?? origin.actorId ?? null],
  key_id: ["int8", ({ origin }) => origin.keyId ?? null],
  session_id: ["int8", ({ origin }) => origin.sessionId ?? null],
  action: ["text", ({ action }) => action],
  target_kind: ["text", ({ action }) => targetKindOf(action)],
  target_id: ["text", ({ target }) => String(target).slice(0, MAX_TEXT)],
  data: ["text", ({ data }) => recordedData(data), "data::jsonb"],
  address: ["text", ({ origin }) => origin.address ?? null],
  agent: ["text", ({ origin }) => origin.agent?.slice(0, MAX_AGENT) ?? null],
  request_id: ["text", ({ origin }) => origin.requestId ?? null],
});
