import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { cutTopic } from "#domains/conversations/topics/topic.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { checkSynchronizes, draftChannel, draftPeople, noSuchDraft } from "./access.ts";
import { presentDraft } from "./present.ts";
import { countDrafts, deleteDraftRow, type Draft, insertDraft, replaceDraft } from "./queries.ts";
import { draftRemoved, draftUpdated, draftsAdded } from "./events.ts";

const MAX_DRAFTS = 1000;

export interface DraftInput {
  readonly type: Draft["type"];
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp?: number | undefined;
}

export async function createDrafts(tx: Tx, user: User, inputs: readonly DraftInput[]): Promise<number[]> {
  checkSynchronizes(user);
  const drafts = inputs.map((input) => checkedDraft(tx, user, tx.nextId(), input));
  if (drafts.length === 0) return [];
  if ((await countDrafts(tx.sql, tx.realmId, user.id)) + drafts.length > MAX_DRAFTS) {
    throw badRequest(`You can have at most ${MAX_DRAFTS} drafts.`);
  }
  for (const draft of drafts) await insertDraft(tx.sql, tx.realmId, user.id, draft);
  tx.emit(draftsAdded, { drafts: drafts.map(presentDraft) }, onlyTo(user));
  return drafts.map(({ id }) => id);
}

export async function editDraft(tx: Tx, user: User, id: number, input: DraftInput): Promise<void> {
  checkSynchronizes(user);
  const draft = checkedDraft(tx, user, id, input);
  if (!(await replaceDraft(tx.sql, tx.realmId, user.id, draft))) throw noSuchDraft();
  tx.emit(draftUpdated, { draft: presentDraft(draft) }, onlyTo(user));
}

export async function removeDraft(tx: Tx, user: User, id: number): Promise<void> {
  checkSynchronizes(user);
  if (!(await deleteDraftRow(tx.sql, tx.realmId, user.id, id))) throw noSuchDraft();
  tx.emit(draftRemoved, { draft_id: id }, onlyTo(user));
}

/** A draft without recipients has no type. */
function checkedDraft(tx: Tx, user: User, id: number, input: DraftInput): Draft {
  const isToChannel = input.type === "stream";
  if (input.topic.includes("\0")) throw badRequest("Topic must not contain null bytes");
  const to = isToChannel
    ? draftChannel(tx.model, user, input.to)
    : draftPeople(tx.model, user, input.type === "private" ? input.to : []);
  return {
    id,
    type: to.length === 0 ? "" : input.type,
    to,
    topic: isToChannel ? cutTopic(input.topic) : "",
    content: normalizedContent(input.content),
    timestamp: Math.floor(input.timestamp ?? unixSeconds(tx.now)),
  };
}
