import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { storeAlertWords } from "./queries.ts";
import { caseless } from "#platform/characters.ts";
import { alertWordsChanged } from "./events.ts";

const MAX_WORDS = 500;
/** The limit for an organization: twenty words of each of 10,000 users. All are matched together, and a user may own many bots. */
const MAX_CHARACTERS = 2_000_000;

const keyOf = (word: string): string => caseless(word);

/** Adds words that the user does not have yet, whatever their case. Every event contains the whole list. */
export async function addAlertWords(tx: Tx, user: User, wanted: readonly string[]): Promise<readonly string[]> {
  const words = new Map(wordsOf(tx, user).map((word) => [keyOf(word), word]));
  for (const word of wanted) if (!words.has(keyOf(word))) words.set(keyOf(word), word);
  if (words.size > MAX_WORDS) throw badRequest(`You can have at most ${MAX_WORDS} alert words.`);
  const all = [...words.values()];
  if (words.size > wordsOf(tx, user).length && charactersWith(tx, user, all) > MAX_CHARACTERS) {
    throw badRequest("This organization has too many alert words.");
  }
  return setAlertWords(tx, user, all);
}

/** The characters of all users' words, if the user had these. */
function charactersWith({ model }: Tx, user: User, theirs: readonly string[]): number {
  let characters = 0;
  const count = (words: readonly string[]) => {
    for (const { length } of words) characters += length;
  };
  for (const [userId, words] of model.alertWords) if (userId !== user.id) count(words);
  count(theirs);
  return characters;
}

export async function removeAlertWords(tx: Tx, user: User, unwanted: readonly string[]): Promise<readonly string[]> {
  const gone = new Set(unwanted.map(keyOf));
  return setAlertWords(
    tx,
    user,
    wordsOf(tx, user).filter((word) => !gone.has(keyOf(word))),
  );
}

const wordsOf = (tx: Tx, user: User): readonly string[] => tx.model.alertWords.get(user.id) ?? [];

async function setAlertWords(tx: Tx, user: User, words: readonly string[]): Promise<readonly string[]> {
  if (words.length !== wordsOf(tx, user).length) {
    await storeAlertWords(tx.sql, tx.realmId, user.id, words);
    tx.change({ kind: "alert_words_changed", userId: user.id, words });
  }
  tx.emit(alertWordsChanged, { alert_words: words }, onlyTo(user));
  return words;
}
