import { type Static, Type } from "#platform/schema/type.ts";
import type { SessionRow } from "./queries.ts";

export const SessionSchema = Type.Object({
  session_id: Type.Integer(),
  date_created: Type.Integer(),
  /** To within some minutes. */
  last_seen: Type.Integer(),
  user_agent: Type.String(),
  address: Type.String(),
  is_persistent: Type.Boolean(),
  is_current: Type.Boolean(),
});

export const presentSession = (row: SessionRow, currentId: number | undefined): Static<typeof SessionSchema> => ({
  session_id: row.id,
  date_created: row.createdAt,
  last_seen: row.seenAt,
  user_agent: row.agent,
  address: row.address,
  is_persistent: row.isPersistent,
  is_current: row.id === currentId,
});
