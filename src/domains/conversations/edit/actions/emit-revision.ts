import type { PropagateMode, Move, Revised } from "../revision.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { topicLinks } from "#markup/render.ts";
import { audienceOf, whereaboutsOf } from "#domains/conversations/send/post/audience.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Stay, Whereabouts } from "#engine/model/access/permissions.ts";
import { type LoggedRevision, messageUpdated } from "../events.ts";
import { flagsOf } from "../queries.ts";
import { contentFields } from "./change-content.ts";
import { emitDeletion } from "./emit-deletion.ts";

/** The channels of a message after a move. */
export function whereaboutsAfter(message: MessageRow, move: Move | undefined, marker: number | undefined): Whereabouts {
  if (move === undefined || marker === undefined) return message;
  const before: readonly Stay[] = message.moves ?? [[message.conversationId, message.id]];
  return { id: message.id, conversationId: move.target.id, moves: [...before, [move.target.id, marker]] };
}

/** Emits a revision to those who have the messages. Those who lose messages by a move get a deletion. */
export async function emitRevision(tx: Tx, done: Revised): Promise<void> {
  const { message, move, marker } = done;
  const after = (row: MessageRow) => whereaboutsAfter(row, move, marker);
  const taken = move?.messages ?? [message];
  const event: LoggedRevision = {
    user_id: done.actorId,
    edit_timestamp: done.at,
    rendering_only: false,
    message_id: message.id,
    message_ids: taken.map(({ id }) => id),
    ...placeFields(tx, done),
    ...(done.content !== undefined && contentFields(message, done.content)),
    ...(move !== undefined && moveFields(tx, move, done.mode)),
    whereabouts: whereaboutsOf(taken.map(after)),
    isDirect: message.isDirect,
    conversationId: after(message).conversationId,
    traits: done.content?.traits ?? message.traits,
    ...(await flagsOf(tx.sql, tx.realmId, message.id)),
  };
  if (move !== undefined && marker !== undefined) emitAcross(tx, event, done, move, marker);
  else tx.emit(messageUpdated, event, audienceOf(tx.model, taken, done.keepers(taken)));
}

function emitAcross(tx: Tx, event: LoggedRevision, { keepers }: Revised, move: Move, marker: number): void {
  const across = (some: readonly Whereabouts[], side: "keepers" | "losers") =>
    ({
      to: "across",
      from: move.source.id,
      into: move.target.id,
      at: marker,
      messages: whereaboutsOf(some),
      also: keepers(some),
      side,
    }) as const;
  tx.emit(messageUpdated, event, across(move.messages, "keepers"));
  emitDeletion(tx, move.messages, (some) => across(some, "losers"));
}

function placeFields(tx: Tx, { message, move }: Revised) {
  if (message.isDirect) return {};
  const channel = move?.source ?? channelRecord(tx.model, message.conversationId);
  return { stream_id: message.conversationId, stream_name: channel?.name ?? "" };
}

function moveFields(tx: Tx, move: Move, mode: PropagateMode) {
  const changesTopic = move.newTopic !== move.oldTopic;
  return {
    propagate_mode: mode,
    orig_subject: move.oldTopic,
    ...(changesTopic && { subject: move.newTopic, topic_links: topicLinks(move.newTopic, tx.model) }),
    ...(move.target.id !== move.source.id && { new_stream_id: move.target.id }),
  };
}
