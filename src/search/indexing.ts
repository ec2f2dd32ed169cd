import type { BackgroundSql, BackgroundTransaction } from "../engine/db/database.ts";
import { backgroundPool, readPool } from "../engine/runtime/pools.ts";
import { perOrganization } from "../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import { textOf, filedUnder, hasParts } from "./tokens.ts";
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

/** Few enough that a batch blocks the event loop for only some 5 ms. */
const BATCH = 250;
/** How much a search waits for: 10,000 messages, which take about a second. */
const BATCHES_BEFORE_A_SEARCH = 40;

/** Called with a message that cannot be indexed, which is skipped. */
export type LeaveOut = (messageId: number, error: unknown) => void;

/**
 * Indexes some messages that are not indexed yet or have changed. Returns how many there were. With `leaveOut`, a
 * message that cannot be indexed does not block the others.
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

/** Concurrent searches share the work. */
const catchingUp = perOrganization("search index", (): { running?: Promise<void> | undefined } => ({}));

/**
 * Makes a search find what was sent before it. Only after very many writes at once the newest messages may be missing.
 */
export async function catchUp(realm: RealmRuntime): Promise<void> {
  if (!(await isBehind(readPool(realm), realm.id))) return;
  const state = catchingUp(realm);
  await (state.running ??= drain(realm).finally(() => (state.running = undefined)));
  // A search that joined a running catch-up may have come too late for its last batch.
  if (await isBehind(readPool(realm), realm.id)) await drain(realm);
}

async function drain(realm: RealmRuntime): Promise<void> {
  for (let batch = 0; batch < BATCHES_BEFORE_A_SEARCH; batch += 1) {
    if ((await indexBatch(realm)) < BATCH) return;
  }
}
