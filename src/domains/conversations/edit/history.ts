import { type Static, Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { createTurns } from "#platform/limits/turns.ts";
import { longList } from "#api/responses/long-lists.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { readableMessage } from "../access.ts";
import { EditSchema, historyPolicy, presentEdit, shownEdits } from "../read/edit-history.ts";
import { shownTopic } from "../topics/topic.ts";
import type { User } from "#engine/model/records.ts";
import { diffBudget, highlightedDiff } from "./diff.ts";

export const HistoryEntrySchema = Type.Object({
  ...EditSchema.properties,
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  content_html_diff: Type.Optional(Type.String()),
});

/** Every state of a message that the organization shows, oldest first, with the change that led to it. */
export async function historyOf(
  realm: RealmRuntime,
  reader: User,
  messageId: number,
  allowEmptyTopic: boolean,
): Promise<Static<typeof HistoryEntrySchema>[]> {
  const { model } = realm;
  if (historyPolicy(model) === "none") throw badRequest("Message edit history is disabled in this organization");
  const message = await readableMessage(realm, reader, messageId);
  const after = { topic: message.topic, content: message.content, rendered: message.renderedContent };
  const budget = diffBudget();
  const pause = createTurns();
  const entries: Static<typeof HistoryEntrySchema>[] = [];
  const state = (): Pick<Static<typeof HistoryEntrySchema>, "topic" | "content" | "rendered_content"> => ({
    topic: shownTopic(after.topic, allowEmptyTopic || message.isDirect),
    content: after.content,
    rendered_content: after.rendered,
  });
  for (const edit of shownEdits(model, message.edits ?? [])) {
    entries.push({
      ...presentEdit(edit, allowEmptyTopic),
      ...state(),
      ...(edit.prevContent !== undefined && {
        content_html_diff: highlightedDiff(edit.prevRendered ?? "", after.rendered, budget),
      }),
    });
    await pause();
    after.topic = edit.prevTopic ?? after.topic;
    after.content = edit.prevContent ?? after.content;
    after.rendered = edit.prevRendered ?? after.rendered;
  }
  entries.push({ user_id: message.senderId, timestamp: message.sentAt, ...state() });
  return longList(entries.reverse());
}
