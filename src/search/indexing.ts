import type { BackgroundSql, BackgroundTransaction } from "../engine/db/database.ts";
import { backgroundPool, readPool } from "../engine/runtime/pools.ts";
import { perOrganization } from "../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import { textOf } from "./html.ts";
import {
  addWords,
  fileMessages,
  isBehind,
  messagesAfter,
  storeProgress,
  takeProgress,
  takeStale,
  type Unfiled,
} from "./queries.ts";
import { stemsOf } from "./stems.ts";
import { filedUnder, hasParts } from "./tokens.ts";

/** Few enough that nobody else waits long for this process: some 5 ms of its time. */
const BATCH = 250;
/** What somebody who searches waits for: 10,000 messages, which take about a second. */
const BATCHES_BEFORE_A_SEARCH = 40;

/** Called with what cannot be filed, which is left out. */
export type LeaveOut = (messageId: number, error: unknown) => void;

/**
 * Writes down the words of some messages that have none, and of those that changed. Tells how many there were. With
 * somebody to tell of it, a message that cannot be filed keeps none of the others back.
 */
export async function indexBatch(realm: RealmRuntime, leaveOut?: LeaveOut): Promise<number> {
  return backgroundPool(realm).begin(async (sql) => {
    const from = await takeProgress(sql, realm.id);
    const fresh = await messagesAfter(sql, realm.id, from, BATCH);
    const stale = await takeStale(sql, realm.id, BATCH);
    const messages = [...new Map([...stale, ...fresh].map((message) => [message.id, message])).values()];
    await (leaveOut === undefined ? file(sql, realm.id, messages) : fileAllFit(sql, realm.id, messages, leaveOut));
    const last = fresh.at(-1);
    if (last !== undefined) await storeProgress(sql, realm.id, last.id);
    return fresh.length + stale.length;
  });
}

async function fileAllFit(
  sql: BackgroundTransaction,
  realmId: number,
  messages: readonly Unfiled[],
  leaveOut: LeaveOut,
): Promise<void> {
  try {
    await sql.savepoint((inner) => file(inner, realmId, messages));
  } catch {
    for (const message of messages) {
      await sql
        .savepoint((inner) => file(inner, realmId, [message]))
        .catch((error: unknown) => leaveOut(message.id, error));
    }
  }
}

async function file(sql: BackgroundSql, realmId: number, messages: readonly Unfiled[]): Promise<void> {
  if (messages.length === 0) return;
  const texts = messages.map(({ id, topic, renderedContent }) => ({
    id,
    ...filedUnder(`${topic} ${textOf(renderedContent)}`),
  }));
  const words = new Set(texts.flatMap((text) => [...text.words]));
  const stemOf = await stemsOf(sql, words);
  const filed = texts.map(({ id, words: own, pairs }) => {
    const stems = [...own].flatMap((word) => stemOf(word) ?? []);
    return { id, lexemes: [...new Set([...own, ...stems, ...pairs])].join(" ") };
  });
  await fileMessages(sql, realmId, filed);
  await addWords(sql, realmId, [...words].filter(hasParts));
}

/** Several who search at once share the work. */
const catchingUp = perOrganization("search index", (): { running?: Promise<void> | undefined } => ({}));

/** What was sent before a search is found by it. Only after very much writing at once the newest may be missing. */
export async function catchUp(realm: RealmRuntime): Promise<void> {
  if (!(await isBehind(readPool(realm), realm.id))) return;
  const state = catchingUp(realm);
  await (state.running ??= drain(realm).finally(() => (state.running = undefined)));
  // Whoever joined in may have asked too late for the last batch.
  if (await isBehind(readPool(realm), realm.id)) await drain(realm);
}

async function drain(realm: RealmRuntime): Promise<void> {
  for (let batch = 0; batch < BATCHES_BEFORE_A_SEARCH; batch += 1) {
    if ((await indexBatch(realm)) < BATCH) return;
  }
}
