import assert from "node:assert/strict";
import { test } from "node:test";
import { filedUnder, tokensOf } from "./tokens.ts";

test("every letter is indexed as letters and digits alone, whatever it decomposes into", () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const letters = codes.filter((letter) => /[\p{L}\p{N}\p{M}]/u.test(letter));
  const { words, pairs } = filedUnder(letters.map((letter) => `${letter} ${letter}${letter}`).join(" "));
  const bad = [...words, ...pairs].filter((lexeme) => !/^[\p{L}\p{N}\p{M}]+$/u.test(lexeme));
  assert.ok(new Set([...words, ...pairs]).size > 100_000);
  assert.deepEqual(bad, []);
});

test("a long word is cut between letters", () => {
  const [word] = tokensOf(`a${"𝒳".repeat(30)}𐐀`.repeat(2));
  assert.equal(word?.isCut, true);
  assert.equal(word.text, word.text.toWellFormed());
  assert.equal(tokensOf(`a${"𐐨".repeat(30)}`)[0]?.text, `a${"𐐨".repeat(24)}`);
});
