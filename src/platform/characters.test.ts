import assert from "node:assert/strict";
import { test } from "node:test";
import { caseless, otherSpellings } from "./characters.ts";

/** Every character that Unicode has assigned: three quarters of the code points are none, and have no case. */
function* characters(): Iterable<string> {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/^[\p{Assigned}--[\p{Surrogate}\p{Private_Use}]]$/v.test(character)) yield character;
  }
}

test("folding a folded text changes nothing, and each letter folds by itself", () => {
  for (const letter of characters()) {
    const folded = caseless(letter);
    assert.equal(caseless(folded), folded, letter);
    assert.equal(caseless(`a${letter}`), letter === "\u0307" ? "a\u0307" : `a${folded}`);
    assert.equal(caseless(`${letter}b`), `${folded}b`);
  }
  assert.equal(caseless("i\u0307\u0307"), "i");
});

test("a letter folds as its small letter does, and so do the small letters of its capital where it has only one", () => {
  for (const letter of characters()) {
    assert.equal(caseless(letter.toLowerCase()), caseless(letter), letter);
    const capital = letter.toUpperCase();
    // Some small letters share a capital with another one; clients turn the capital into that other one.
    const isOnlyOne = capital.toLowerCase() === letter;
    if (isOnlyOne) assert.equal(caseless(capital), caseless(letter), letter);
  }
  for (const word of ["ΟΔΟΣ", "οδοσ", "οδος"]) assert.equal(caseless(word), "οδοσ");
  for (const word of ["İSTANBUL", "Istanbul", "i̇stanbul"]) assert.equal(caseless(word), "istanbul");
});

test("the other spellings of a letter are all letters that fold to it", () => {
  for (const letter of characters()) {
    const folded = caseless(letter);
    assert.ok(folded === letter || otherSpellings(folded).includes(letter), letter);
  }
});
