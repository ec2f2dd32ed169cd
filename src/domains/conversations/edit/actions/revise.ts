import type { Revision } from "../revision.ts";
import { createHash } from "node:crypto";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { changeableMessage, type ReadableMessage } from "#domains/conversations/access.ts";
import { keepersOf } from "#domains/conversations/send/post/audience.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { enqueueEmbedTask } from "#domains/conversations/send/post/embed-task.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import type { OwnUpload } from "#domains/files/access.ts";
import { storeRevision } from "../queries.ts";
import { checkMayEditContent } from "../access.ts";
import { afterMove, settleMove } from "./after-move.ts";
import { contentChange } from "./change-content.ts";
import { emitRevision } from "./emit-revision.ts";
import { plannedMove } from "./plan-move.ts";

/**
 * Changes a message's text, or moves it and others of its topic, or both: all of it, or nothing. Returns the actor's own
 * files that are no longer in any message.
 */
export async function revise(tx: Tx, actor: User, revision: Revision): Promise<readonly OwnUpload[]> {
  const message = await changeableMessage(tx, actor, revision.messageId);
  const at = unixSeconds(tx.now);
  if (revision.content !== undefined) checkMayEditContent(tx.model, actor, message, at);
  checkSense(message, revision);
  const move = await plannedMove(tx, actor, message, revision);
  const keepers = await keepersOf(tx, move?.messages ?? [message]);
  const content =
    revision.content === undefined
      ? undefined
      : await contentChange(tx, actor, message, revision.content, keepers([message]));
  // The marker is a message ID of its own, so that it shows who subscribed to the channel before the messages came.
  const marker = move !== undefined && move.target.id !== move.source.id ? tx.nextMessageId() : undefined;
  const done = { message, actorId: actor.id, at, content, move, marker, mode: revision.mode, keepers };
  await storeRevision(tx.sql, tx.realmId, done);
  if (move !== undefined) {
    tx.change({ kind: "topics_changed", channelId: move.source.id });
    await settleMove(tx, move, marker);
  }
  await emitRevision(tx, done);
  if (move !== undefined) await afterMove(tx, actor, message, move, marker, revision);
  if (revision.content !== undefined) enqueueEmbedTask(tx, message.id, revision.content.rendered);
  return content?.detached ?? [];
}

/** Refuses revisions that contradict themselves or do not fit the message. */
function checkSense(message: ReadableMessage, revision: Revision): void {
  const { content, topic, channelId, mode, prevContentSha256 } = revision;
  const changesTopic = topic !== undefined && topic !== message.topic;
  const changesPlace = changesTopic || (channelId !== undefined && channelId !== message.conversationId);
  if (content === undefined && !changesPlace) throw badRequest("Nothing to change");
  if (message.isDirect && (changesTopic || channelId !== undefined)) {
    throw badRequest("Direct messages cannot be moved to channels.");
  }
  if (mode !== "change_one" && !changesPlace) throw badRequest("Invalid propagate_mode without topic edit");
  if (content !== undefined && channelId !== undefined) {
    throw badRequest("Cannot change message content while changing channel");
  }
  if (content !== undefined && (message.traits & TRAITS.hasSubmessage) !== 0) {
    throw badRequest("Widgets cannot be edited.");
  }
  if (prevContentSha256 !== undefined && prevContentSha256.toLowerCase() !== sha256(message.content)) {
    throw new ApiError("EXPECTATION_MISMATCH", "'prev_content_sha256' value does not match the expected value.", {
      field_name: "prev_content_sha256",
    });
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
