import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { noteIn } from "../kept/note.ts";
import { browserName } from "./account/browser-name.ts";
import { dragged, squareOf } from "./profile/crop.ts";
import { idsIn, optionsIn } from "./profile/field-values.ts";
import { sizeText } from "./size.ts";

suite("the square of a picture", () => {
  const wide = { width: 400, height: 200 };

  test("is the largest one in the middle, and smaller where the picture is enlarged", () => {
    assert.deepEqual(squareOf(wide, { zoom: 1, x: 0.5, y: 0.5 }), { left: 100, top: 0, side: 200 });
    assert.deepEqual(squareOf(wide, { zoom: 2, x: 1, y: 1 }), { left: 300, top: 100, side: 100 });
  });

  test("follows the pointer, and never leaves the picture", () => {
    const middle = { zoom: 1, x: 0.5, y: 0.5 };
    assert.equal(dragged(wide, middle, 100, { x: 25, y: 0 }).x, 0.25);
    assert.deepEqual(dragged(wide, middle, 100, { x: 900, y: 900 }), { zoom: 1, x: 0, y: 0.5 });
    assert.equal(dragged(wide, middle, 100, { x: -900, y: 0 }).x, 1);
  });
});

test("a browser is named by what it says of itself", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36";
  assert.equal(browserName(chrome), "Chrome, Linux");
  assert.equal(browserName(`${chrome.replace("X11; Linux x86_64", "Windows NT 10.0")} Edg/126.0`), "Edge, Windows");
  assert.equal(browserName("curl/8.1"), "curl/8.1");
  assert.equal(browserName(""), "");
});

test("values of profile fields are read, also where they are not what they should be", () => {
  const data = JSON.stringify({ b: { text: "Second", order: "2" }, a: { text: "First", order: "1" } });
  assert.deepEqual(
    optionsIn(data).map(({ label }) => label),
    ["First", "Second"],
  );
  assert.deepEqual([idsIn("[3,5]"), idsIn(""), idsIn('{"a":1}')], [[3, 5], [], []]);
});

test("the note of a reminder is found in its text", () => {
  const text = "You asked to be reminded of [this message](#narrow/near/3) by @_**Ana|7**.";
  assert.equal(noteIn(text), "");
  assert.equal(noteIn(`${text}\n\n> buy bread\n> \n> and milk`), "buy bread\n\nand milk");
});

test("sizes are said in the unit that fits", () => {
  assert.match(sizeText(12), /^12 byte/);
  assert.match(sizeText(1_440_000), /^1[.,]4 ?MB$/);
});
