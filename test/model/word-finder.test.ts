import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createWordFinder } from "#engine/model/lookup/word-finder.ts";
import { tries } from "../harness/chance.ts";

const before = ["", " ", "\n", "(", '"', ".", ",", "'", ";", "[", "*", "`", ">"];
const after = ["", " ", "\n", ")", '"', "?", ":", ".", ",", "'", ";", "]", "!", "*", "`"];

/** Searches for each word separately, as the finder's description says. */
function naive(words: readonly string[], text: string): number[] {
  return words.flatMap((word, index) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (before.includes(text.charAt(at - 1)) && after.includes(text.charAt(at + word.length))) return [index];
    }
    return [];
  });
}

test("a finder finds what searching for every word separately finds", () => {
  // Few letters, so that words overlap and contain each other.
  const unit = fc.constantFrom("a", "b", "ab", " ", "é", "😀", ".", ">", "x");
  const word = fc.array(unit, { minLength: 1, maxLength: 4 }).map((units) => units.join(""));
  const text = fc.array(unit, { maxLength: 30 }).map((units) => units.join(""));
  let hits = 0;
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), text, (words, sample) => {
      const expected = naive(words, sample);
      hits += expected.length;
      assert.deepEqual(
        [...createWordFinder(words).find(sample)].sort((a, b) => a - b),
        expected,
      );
    }),
    tries(2000),
  );
  assert.ok(hits > 100, "and there was something to find");
});

test("a word counts at the ends of a text and next to allowed characters, and nowhere else", () => {
  const finder = createWordFinder(["king"]);
  for (const text of [
    "king",
    "the king",
    "king!",
    '"king"',
    "(king)",
    "`king`",
    "*king*",
    ">king",
    "king?",
    "a\nking\n",
  ])
    assert.equal(finder.find(text).size, 1, text);
  for (const text of ["kings", "viking", "king-", "#king", "king)x(king", "/king", "king@"])
    assert.equal(finder.find(text).size === 0, text !== "king)x(king", text);
});
