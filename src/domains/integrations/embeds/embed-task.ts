import { ApiError } from "#platform/errors.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import { rerender } from "#domains/conversations/edit/actions/rerender.ts";
import { type EmbedTask, finishTask, giveBackTask } from "#domains/conversations/send/post/page-queries.ts";
import { embedsOf } from "./fetch-pages.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";

/** A task that crashes its process must not be repeated for ever. */
const MAX_ATTEMPTS = 3;
const NOBODY = 0;

/** Fetches the pages to which a message links, and adds their previews to it. */
export async function runEmbedTask(
  realm: RealmRuntime,
  http: HttpClient,
  task: EmbedTask,
  stop: AbortSignal,
): Promise<void> {
  const isWorthIt = !task.isLate && task.attempts <= MAX_ATTEMPTS && !realm.model.realm.deactivated;
  if (isWorthIt) await showPages(realm, http, task.messageId, stop);
  await (stop.aborted ? giveBackTask : finishTask)(backgroundPool(realm), task);
}

async function showPages(realm: RealmRuntime, http: HttpClient, messageId: number, stop: AbortSignal): Promise<void> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, NOBODY, [messageId]);
  await realm.reached(position);
  const [message] = rows;
  const sender = message && userRecord(realm.model, message.senderId);
  if (message === undefined || sender === undefined) return;
  const { content } = message;
  const { pages } = await renderFor(realm, sender, content);
  const embeds = await embedsOf(realm, http, pages, stop);
  if (stop.aborted || ![...embeds.values()].some((embed) => embed !== undefined)) return;
  const rendered = await renderFor(realm, sender, content, (url) => embeds.get(url)).catch(tooLong);
  if (rendered !== undefined) await realm.writeAsServer((tx) => rerender(tx, messageId, content, rendered));
}

/** The previews may make the message too long; then they are left out. */
function tooLong(error: unknown): undefined {
  if (error instanceof ApiError && error.status < 500) return undefined;
  throw error;
}
