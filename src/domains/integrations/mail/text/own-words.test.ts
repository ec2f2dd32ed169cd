import assert from "node:assert/strict";
import { test } from "node:test";
import { ownWords } from "./own-words.ts";
import { textOfHtml } from "./html-text.ts";

const CASES: readonly (readonly [what: string, mail: string, words: string])[] = [
  ["no quote", "One.\n\nTwo.\n", "One.\n\nTwo."],
  ["a quote at the end", "Yes.\n\nOn Mon, Hamlet wrote:\n> are you there\n> really\n", "Yes."],
  ["a wrapped introduction", "Yes.\n\nOn Monday, 3 March at noon, Hamlet\n<h@example.com> wrote:\n\n> there\n", "Yes."],
  ["German", "Ja.\n\nAm Montag schrieb Hamlet:\n\n> da?\n", "Ja."],
  ["answers between the lines", "> one?\nyes\n> two?\nno\n", "> one?\nyes\n> two?\nno"],
  ["an answer below a quote", "Hamlet wrote:\n> one?\n\nyes", "Hamlet wrote:\n> one?\n\nyes"],
  ["a signature", "Yes.\n-- \nOthello\nVenice", "Yes."],
  ["a phone", "Yes.\n\nSent from my iPhone", "Yes."],
  ["Outlook", "Yes.\n\nFrom: Hamlet\nSent: Monday\nTo: Othello\nSubject: x\n\nare you there", "Yes."],
  ["an original message", "Yes.\n-----Original Message-----\nfoo", "Yes."],
  ["a list that ends with a colon", "Two things:\n* a\n* b", "Two things:\n* a\n* b"],
  ["nothing but a quote", "> forwarded\n> words", "> forwarded\n> words"],
  ["line ends of Windows", "Yes.\r\n\r\nHe wrote:\r\n> x\r\n", "Yes."],
];

test("a writer's own words are kept, and what programs for mail add is not", () => {
  for (const [what, mail, words] of CASES) assert.equal(ownWords(mail), words, what);
});

test("HTML of any shape becomes text in time that grows with its length", () => {
  for (const part of [
    "<style>",
    "<a href=",
    "<!--",
    '<div class="',
    "&#",
    "<blockquote",
    "</a>",
    "<a href='http://x'>y",
  ]) {
    textOfHtml(part.repeat(100_000));
  }
  assert.equal(textOfHtml('<div class="gmail_quote">all of it</div>'), "all of it");
  assert.equal(textOfHtml("a&nbsp;&euro;&#8364;&#x20ac;&unknown;&#0;<br>b"), "a €€€&unknown;\nb");
});
