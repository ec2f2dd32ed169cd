import { Type } from "#platform/schema/type.ts";
import type { Model } from "#engine/model/model.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import type { Edit } from "../queries.ts";
import { resolution } from "../topics/resolved-topic.ts";
import { normalizedTopic, shownTopic } from "../topics/topic.ts";

export const EditSchema = Type.Object({
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  timestamp: Type.Integer(),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  prev_topic: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  prev_stream: Type.Optional(Type.Integer()),
  stream: Type.Optional(Type.Integer()),
});

export const historyPolicy = (model: Model): string => realmProperty(model, "message_edit_history_visibility_policy");

/** Whether readers of a message may see its texts before edits. Otherwise a replaced text is never shown again. */
export const showsOldTexts = (model: Model): boolean => historyPolicy(model) === "all";

const isMove = (edit: Edit): boolean => edit.topic !== undefined || edit.channel !== undefined;

/** The edits that the organization shows, newest first. If it shows only moves, texts are left out. */
export function shownEdits(model: Model, edits: readonly Edit[]): Edit[] {
  const policy = historyPolicy(model);
  if (policy === "none") return [];
  if (policy === "all") return [...edits];
  return edits.filter(isMove).map(({ prevContent: _content, prevRendered: _rendered, ...move }) => move);
}

export function presentEdit(edit: Edit, allowEmptyTopic: boolean) {
  return {
    user_id: edit.userId,
    timestamp: edit.at,
    ...(edit.prevContent !== undefined && {
      prev_content: edit.prevContent,
      prev_rendered_content: edit.prevRendered ?? "",
    }),
    ...(edit.topic !== undefined && {
      topic: shownTopic(edit.topic, allowEmptyTopic),
      prev_topic: shownTopic(edit.prevTopic ?? "", allowEmptyTopic),
    }),
    ...(edit.channel !== undefined && { stream: edit.channel, prev_stream: edit.prevChannel as number }),
  };
}

/** When a message was last edited and last moved. Resolving a topic does not count as a move. */
export function lastTimes(edits: readonly Edit[]): { last_edit_timestamp?: number; last_moved_timestamp?: number } {
  const edited = edits.find(({ prevContent }) => prevContent !== undefined);
  const moved = edits.find(
    ({ channel, topic, prevTopic = "" }) =>
      channel !== undefined || (topic !== undefined && resolution(prevTopic, topic, normalizedTopic) === undefined),
  );
  return {
    ...(edited !== undefined && { last_edit_timestamp: edited.at }),
    ...(moved !== undefined && { last_moved_timestamp: moved.at }),
  };
}
