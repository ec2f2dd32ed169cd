import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderMarkdown } from "../render.ts";
import { canonicalName, emojiNames, unicodeEmoji } from "./emoji.ts";

const SCRIPTS = join(import.meta.dirname, "../../../scripts");

const rows = (file: string): readonly (readonly [string, readonly string[]])[] =>
  readFileSync(join(SCRIPTS, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", ...names] = line.split(" ");
      return [code, names];
    });

test("every name that clients of this API have means what it means to them", () => {
  const table = rows("emoji-names.txt");
  assert.equal(table.length, 1883);
  const known = emojiNames();
  for (const [code, names] of table) {
    assert.equal(canonicalName(code), names[0]);
    assert.deepEqual(known[code]?.slice(0, names.length), names);
    assert.deepEqual(
      names.filter((name) => unicodeEmoji(name) !== code),
      [],
    );
  }
});

test("a name that clients used before is still known", () => {
  for (const [code, names] of rows("emoji-former-names.txt")) {
    for (const name of names) assert.equal(unicodeEmoji(name), code, name);
  }
  // The eight names that clients now give to another emoji left another one to the emoji that had them.
  const left = { flag_germany: "1f1e9-1f1ea", lipstick_kiss: "1f48b", dollar_bills: "1f4b5", euro_banknotes: "1f4b6" };
  const others = { slight_smile: "1f642", car: "1f697", rock_on: "1f918", circle: "2b55" };
  for (const [name, code] of Object.entries({ ...left, ...others })) assert.equal(unicodeEmoji(name), code, name);
});

test("every name that the table has is rendered as its emoji", () => {
  for (const [code, names] of Object.entries(emojiNames())) {
    for (const name of names) {
      assert.ok(renderMarkdown(`:${name}:`).includes(`class="emoji emoji-${code}"`), name);
    }
  }
});
