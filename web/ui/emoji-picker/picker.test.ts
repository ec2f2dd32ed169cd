import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { categoryOf } from "./categories.ts";
import { moveIn } from "./grid.ts";
import { byCategory, found, listed } from "./list.ts";
import { toned } from "./tones.ts";

const codes = new Map([
  ["+1", "1f44d"],
  ["thumbs_up", "1f44d"],
  ["tada", "1f389"],
  ["coffee", "2615"],
  ["potato", "1f954"],
]);

suite("the emoji picker", () => {
  test("knows the category of an emoji by its first code point", () => {
    const expected = {
      "1f600": "Smileys & people",
      "1f44d": "Smileys & people",
      "1f436": "Animals & nature",
      "2615": "Food & drink",
      "1f389": "Activities",
      "1f680": "Travel & places",
      "1f4bb": "Objects",
      "2764": "Symbols",
      "1f1e9-1f1ea": "Flags",
      "1f468-200d-1f4bb": "Smileys & people",
    };
    for (const [code, category] of Object.entries(expected)) assert.equal(categoryOf(code), category, code);
  });

  test("has every emoji once, under all its names", () => {
    const all = listed(codes);
    assert.deepEqual(
      all.map(({ emoji_name }) => emoji_name),
      ["+1", "tada", "coffee", "potato"],
    );
    assert.deepEqual(
      byCategory(all).map(({ name, emoji }) => [name, emoji.length]),
      [
        ["Smileys & people", 1],
        ["Food & drink", 2],
        ["Activities", 1],
      ],
    );
  });

  test("finds by any name, beginnings first, with or without colons", () => {
    const names = (text: string) => found(listed(codes), text).map(({ emoji_name }) => emoji_name);
    assert.deepEqual(names("thumbs"), ["+1"]);
    assert.deepEqual(names(":ta"), ["tada", "potato"]);
    assert.deepEqual(names("thumbs up"), ["+1"]);
    assert.deepEqual(names("zz"), []);
  });

  test("moves by arrows through sections whose last rows are short", () => {
    // Two sections: rows 0-2, 3-4 | 5-7, 8
    const move = (at: number, key: string) => moveIn([5, 4], 3, at, key);
    assert.equal(move(2, "ArrowDown"), 4);
    assert.equal(move(4, "ArrowDown"), 6);
    assert.equal(move(7, "ArrowDown"), 8);
    assert.equal(move(8, "ArrowDown"), 8);
    assert.equal(move(5, "ArrowUp"), 3);
    assert.equal(move(0, "ArrowLeft"), 0);
    assert.equal(move(4, "ArrowRight"), 5);
    assert.equal(moveIn([5, 4], 3, 4, "ArrowRight", true), 3);
    assert.equal(moveIn([], 3, 0, "ArrowDown"), -1);
  });
});

test("people and hands take a tone of skin, and nothing else does", () => {
  const dark = "\u{1f3ff}";
  assert.equal(toned("👍", dark), "👍🏿");
  assert.equal(toned("✌\ufe0f", dark), "✌🏿");
  for (const other of ["🎉", "👨‍👩‍👦", "🇩🇪", "+"]) assert.equal(toned(other, dark), other);
  assert.equal(toned("👍", ""), "👍");
});
