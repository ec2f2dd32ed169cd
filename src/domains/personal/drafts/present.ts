import { type Static, Type } from "#platform/schema/type.ts";
import type { Draft } from "./queries.ts";

export const DraftSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(["", "stream", "private"]),
  to: Type.Array(Type.Integer()),
  topic: Type.String(),
  content: Type.String(),
  timestamp: Type.Integer(),
});

export const presentDraft = (draft: Draft): Static<typeof DraftSchema> => ({
  id: draft.id,
  type: draft.type,
  to: [...draft.to],
  topic: draft.topic,
  content: draft.content,
  timestamp: draft.timestamp,
});
