import { createTurns } from "#platform/limits/turns.ts";
import type { BackgroundSql, BackgroundTransaction } from "#engine/db/database.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { noteIndexed } from "./backlog.ts";
import { BLOCK, blockOf, memberOf, membersOf, withoutMembers } from "./blocks.ts";
import {
  addWords,
  indexState,
  lockIndexed,
  newestMessage,
  type Posting,
  postingsOfBlock,
  prepareIndexed,
  removePostings,
  type SearchedText,
  storeIndexed,
  storePostings,
  takeChanged,
  textsBetween,
  textsOf,
} from "./queries.ts";
import { stemsOf } from "./stems.ts";
import { filedUnder, hasParts, searchedText } from "./tokens.ts";

/** How many blocks share a commit. */
const MAX_BLOCKS = 4;
const MAX_CHANGES = 1000;

/** Called with a message that cannot be indexed, which is skipped. */
export type LeaveOut = (messageId: number, error: unknown) => void;

/** What is left: perhaps more, nothing, or what another process is at work on. */
export type Left = "more" | "nothing" | "elsewhere";

/**
 * Takes the next full blocks and changed messages into the index. Another process that does so is not waited for.
 *
 * Changes are taken before the texts are read: a change that is committed later has a row that stays.
 */
export async function indexSome(realm: RealmRuntime, leaveOut: LeaveOut): Promise<Left> {
  const words: string[] = [];
  const done = await backgroundPool(realm).begin(async (sql) => {
    const until = await lockIndexed(sql, realm.id);
    if (until === undefined) return undefined;
    const changed = await takeChanged(sql, realm.id, MAX_CHANGES);
    const concerned = new Set(changed.filter((id) => id < until));
    for (const [block, ids] of Map.groupBy(concerned, blockOf)) {
      words.push(...(await refileBlock(sql, realm, block, ids, leaveOut)));
    }
    const newest = await newestMessage(sql, realm.id);
    const full = Math.min(MAX_BLOCKS, Math.floor((newest + 1 - until) / BLOCK));
    for (let index = 0; index < full; index += 1) {
      const from = until + index * BLOCK;
      const texts = await textsBetween(sql, realm.id, from, from + BLOCK);
      const store: StorePostings = (inner, postings) => storePostings(inner, realm.id, blockOf(from), postings);
      words.push(...(await fileFitting(sql, realm, texts, leaveOut, store)));
    }
    if (full > 0) await storeIndexed(sql, realm.id, until + full * BLOCK);
    return { until: until + full * BLOCK, newest, isMore: full === MAX_BLOCKS || changed.length === MAX_CHANGES };
  });
  if (done === undefined) {
    const { until, newest } = await indexState(backgroundPool(realm), realm.id);
    // The row is missing, or another process holds it.
    if (until === 0) await prepareIndexed(backgroundPool(realm), realm.id);
    noteIndexed(realm, { until, newest });
    return "elsewhere";
  }
  noteStored(realm, words);
  noteIndexed(realm, done);
  return done.isMore ? "more" : "nothing";
}

/** Replaces what the index says about some messages of a block: their texts have changed, or they are gone. */
async function refileBlock(
  sql: BackgroundTransaction,
  realm: RealmRuntime,
  block: number,
  ids: readonly number[],
  leaveOut: LeaveOut,
): Promise<string[]> {
  const gone = new Set(ids.map(memberOf));
  const before = new Map((await postingsOfBlock(sql, realm.id, block)).map(({ lexeme, members }) => [lexeme, members]));
  const kept = new Map<string, string>();
  for (const [lexeme, members] of before) {
    const others = withoutMembers(members, gone);
    if (others !== members) kept.set(lexeme, others);
  }
  const texts = await textsOf(sql, realm.id, ids);
  return fileFitting(sql, realm, texts, leaveOut, async (inner, postings) => {
    const after = new Map(kept);
    for (const { lexeme, members } of postings) {
      after.set(lexeme, (after.get(lexeme) ?? before.get(lexeme) ?? "") + members);
    }
    const [empty, full] = [...after].reduce<[string[], Posting[]]>(
      ([none, some], [lexeme, members]) => {
        if (members === "") none.push(lexeme);
        else some.push({ lexeme, members });
        return [none, some];
      },
      [[], []],
    );
    if (empty.length > 0) await removePostings(inner, realm.id, block, empty);
    if (full.length > 0) await storePostings(inner, realm.id, block, full);
  });
}

type StorePostings = (sql: BackgroundSql, postings: readonly Posting[]) => Promise<void>;

/**
 * Stores the postings of messages, and returns words that were new. Messages that the database refuses are left out, so
 * that they do not block others.
 */
async function fileFitting(
  sql: BackgroundTransaction,
  realm: RealmRuntime,
  texts: readonly SearchedText[],
  leaveOut: LeaveOut,
  store: StorePostings,
): Promise<string[]> {
  try {
    return await sql.savepoint((inner) => file(inner, realm, texts, store));
  } catch {
    const fitting: SearchedText[] = [];
    for (const text of texts) {
      try {
        await sql.savepoint((inner) => file(inner, realm, [text], store));
        fitting.push(text);
      } catch (error) {
        leaveOut(text.id, error);
      }
    }
    return file(sql, realm, fitting, store);
  }
}

/** The words that are known to be stored already: most words of a block are. */
const storedWords = perOrganization("stored search words", () => new Set<string>());
const MAX_STORED_WORDS = 50_000;

function noteStored(realm: RealmRuntime, words: readonly string[]): void {
  const stored = storedWords(realm);
  if (stored.size + words.length > MAX_STORED_WORDS) stored.clear();
  for (const word of words) stored.add(word);
}

async function file(
  sql: BackgroundSql,
  realm: RealmRuntime,
  texts: readonly SearchedText[],
  store: StorePostings,
): Promise<string[]> {
  const { postings, words } = await postingsOf(sql, texts);
  await store(sql, postings);
  const stored = storedWords(realm);
  const fresh = words.filter((word) => !stored.has(word) && hasParts(word));
  if (fresh.length > 0) await addWords(sql, realm.id, fresh);
  return fresh;
}

async function postingsOf(
  sql: BackgroundSql,
  texts: readonly SearchedText[],
): Promise<{ postings: Posting[]; words: readonly string[] }> {
  const byWord = new Map<string, number[]>();
  const byPair = new Map<string, number[]>();
  const pause = createTurns();
  for (const { id, topic, renderedContent } of texts) {
    await pause();
    const { words, pairs } = filedUnder(`${topic} ${searchedText(renderedContent)}`);
    for (const word of words) addTo(byWord, word, id);
    for (const pair of pairs) addTo(byPair, pair, id);
  }
  const words = [...byWord.keys()];
  const stemOf = await stemsOf(sql, words);
  const places = new Map<string, Set<number>>();
  const addAll = (lexeme: string, ids: readonly number[]) => {
    const known = places.get(lexeme);
    if (known === undefined) places.set(lexeme, new Set(ids));
    else for (const id of ids) known.add(id);
  };
  for (const [pair, ids] of byPair) addAll(pair, ids);
  for (const [word, ids] of byWord) {
    addAll(word, ids);
    const stem = stemOf(word);
    if (stem !== undefined && stem !== word) addAll(stem, ids);
  }
  return { postings: Array.from(places, ([lexeme, ids]) => ({ lexeme, members: membersOf(ids) })), words };
}

/** Notes a message under a word. The messages come one after another. */
function addTo(places: Map<string, number[]>, word: string, id: number): void {
  const ids = places.get(word);
  if (ids === undefined) places.set(word, [id]);
  else if (ids.at(-1) !== id) ids.push(id);
}
