import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bestOf } from "../ui/fit.ts";
import { queryAt } from "./completion.ts";
import { styled, type Style } from "./markdown-keys.ts";

/** The selection is between the bars. */
function after(style: Style, marked: string): string {
  const [before = "", chosen = "", rest = ""] = marked.split("|");
  const text = before + chosen + rest;
  const selection = { text, from: before.length, to: before.length + chosen.length };
  const { from, to, insert, selectFrom, selectTo } = styled(style, selection);
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, selectFrom)}|${next.slice(selectFrom, selectTo)}|${next.slice(selectTo)}`;
}

suite("keys of Markdown", () => {
  test("give a style, and take it away again", () => {
    for (const style of ["bold", "italic", "strike", "code"] as const) {
      const styledText = after(style, "a |word| here");
      assert.notEqual(styledText, "a |word| here");
      assert.equal(after(style, styledText), "a |word| here", style);
    }
    assert.equal(after("bold", "a |word| here"), "a **|word|** here");
  });

  test("make bold words italic, too", () => {
    assert.equal(after("italic", "**|word|**"), "***|word|***");
  });

  test("quote whole lines", () => {
    assert.equal(after("quote", "one\nt|wo\nthr|ee"), "one\n|> two\n> thr|ee");
  });

  test("fence code of several lines, and wait for an address", () => {
    assert.equal(after("code", "|a\nb|"), "```||\na\nb\n```");
    assert.equal(after("link", "see |this|"), "see [this](|url|)");
  });
});

suite("what is begun before the caret", () => {
  const query = (text: string) => {
    const found = queryAt(text, text.length);
    return found && [found.kind, found.text];
  };

  test("is a person, a channel, a topic or an emoji by its sign", () => {
    assert.deepEqual(query("hello @an"), ["person", "an"]);
    assert.deepEqual(query("hello @_an"), ["person", "an"]);
    assert.deepEqual(query("@Ana Ri"), ["person", "Ana Ri"]);
    assert.deepEqual(query("see #rel"), ["channel", "rel"]);
    assert.deepEqual(query("see #**releases>2.4"), ["topic", "2.4"]);
    assert.deepEqual(query("nice :ta"), ["emoji", "ta"]);
  });

  test("is nothing in addresses, in code and after a single colon", () => {
    for (const text of ["ana@exam", "`@an", "```\n@an", "at 12:30", "so :", "a#b", "**done** then"]) {
      assert.equal(query(text), undefined, text);
    }
  });
});

test("completion finds beginnings before words before parts, whatever the accents", () => {
  const names = ["Dana", "Maria Ana", "José", "Ana"];
  assert.deepEqual(
    bestOf(names, (name) => name, "ana", 5),
    ["Ana", "Maria Ana", "Dana"],
  );
  assert.deepEqual(
    bestOf(names, (name) => name, "jose", 5),
    ["José"],
  );
});
