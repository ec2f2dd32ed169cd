import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { BOX_BINDINGS, boxCommandFor, styleFor } from "../keys/box-bindings.ts";
import { keyChoices, parsedChoices } from "../keys/choices.ts";
import { BINDINGS, commandFor, keyName, keyOfCommand, otherCommandOf } from "../keys/bindings.ts";
import { nextUnread } from "./next-unread.ts";
import { quoteOf, withParagraph } from "./quote.ts";
import { fieldValue, presetsAt, timeLeft } from "../dialogs/times.ts";

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, more = {}) => commandFor({ key, ...NO_MODIFIERS, ...more });

suite("keys", () => {
  test("mean one thing each", () => {
    const keys = Object.values(BINDINGS).flatMap((group) => group.flatMap((binding) => binding.keys));
    assert.equal(new Set(keys).size, keys.length);
    const inBox = BOX_BINDINGS.flatMap((binding) => binding.keys);
    assert.equal(new Set(inBox).size, inBox.length);
  });

  test("are those of the family, and leave the browser's own alone", () => {
    assert.equal(pressed("j"), "next");
    assert.equal(pressed("J"), "page-down");
    assert.equal(pressed(">"), "quote");
    assert.equal(pressed("s"), "narrow");
    assert.equal(pressed("s", { ctrlKey: true }), "star");
    assert.equal(pressed("r", { ctrlKey: true }), undefined);
    assert.equal(pressed("ArrowDown", { altKey: true }), undefined);
    assert.equal(pressed("@", { altKey: true }), "mention");
    assert.equal(pressed("0"), undefined);
  });

  test("are those that the user chose, and none where they switched them off", () => {
    keyChoices.value = { star: ["j"], quote: [] };
    assert.equal(pressed("j"), "star");
    assert.equal(pressed("ArrowDown"), "next");
    assert.equal(pressed("*"), undefined);
    assert.equal(pressed("s", { ctrlKey: true }), undefined);
    assert.equal(pressed(">"), undefined);
    assert.deepEqual([keyOfCommand("star"), keyOfCommand("quote")], ["J", ""]);
    assert.equal(otherCommandOf("j", "next"), "Star or unstar");
    keyChoices.value = {};
    assert.equal(pressed("j"), "next");
  });

  test("with Ctrl, and those of the box, can be changed and switched off, too", () => {
    const ctrl = (key: string, shiftKey = false) => ({ ...NO_MODIFIERS, key, ctrlKey: true, shiftKey });
    assert.equal(commandFor(ctrl("k")), "switcher");
    assert.deepEqual([styleFor(ctrl("b")), styleFor(ctrl("X", true))], ["bold", "strike"]);
    assert.equal(boxCommandFor({ ...NO_MODIFIERS, key: "ArrowUp" }), "last-message");
    assert.equal(boxCommandFor({ ...NO_MODIFIERS, key: "ArrowUp", shiftKey: true }), undefined);
    keyChoices.value = { switcher: [], "style-bold": ["Ctrl+Shift+b"], "last-message": [] };
    assert.equal(commandFor(ctrl("k")), undefined);
    assert.deepEqual([styleFor(ctrl("b")), styleFor(ctrl("B", true))], [undefined, "bold"]);
    assert.equal(boxCommandFor({ ...NO_MODIFIERS, key: "ArrowUp" }), undefined);
    assert.equal(otherCommandOf("Ctrl+i", "style-bold", BOX_BINDINGS), "Italic");
    keyChoices.value = {};
  });

  test("that were kept on the device in a form of nobody's are the usual ones", () => {
    assert.deepEqual(parsedChoices('{"star":["x"],"quote":7,"next":[1]}'), { star: ["x"] });
    assert.deepEqual([parsedChoices("no JSON"), parsedChoices("[]"), parsedChoices("null")], [{}, {}, {}]);
  });

  test("have names that people find on their keyboard", () => {
    assert.deepEqual(["r", "M", "ArrowUp", ">", "Ctrl+k", "Ctrl+Shift+9"].map(keyName), [
      "R",
      "Shift M",
      "↑",
      ">",
      "Ctrl K",
      "Ctrl Shift 9",
    ]);
  });
});

suite("a quote", () => {
  const quoted = { name: "Ana Ribeiro", userId: 7, url: "https://chat.example/#narrow/near/3", markdown: "Hello\n" };
  test("names the sender silently, links the message and holds its text", () => {
    assert.equal(
      quoteOf(quoted),
      "@_**Ana Ribeiro|7** [said](https://chat.example/#narrow/near/3):\n```quote\nHello\n```\n",
    );
  });
  test("has longer fences than its text", () => {
    const text = quoteOf({ ...quoted, markdown: "````js\nlet a;\n````" });
    assert.ok(text.includes("`````quote\n````js\nlet a;\n````\n`````\n"));
  });
  test("leaves what was typed as it is", () => {
    assert.deepEqual(withParagraph("begun ", "> x\n"), { text: "begun\n\n> x\n", caret: 11 });
    assert.deepEqual(withParagraph("", "> x\n"), { text: "> x\n", caret: 4 });
  });
});

test("the next unread topic is one of the same channel, then the next in the list, then the first", () => {
  const list = [
    { key: "a", channelId: 1 },
    { key: "b", channelId: 2 },
    { key: "c", channelId: 1 },
  ];
  assert.equal(nextUnread(list, { key: "a", channelId: 1 })?.key, "c");
  assert.equal(nextUnread(list, { key: "b", channelId: 2 })?.key, "c");
  assert.equal(nextUnread(list, { key: "z", channelId: 9 })?.key, "a");
  assert.equal(nextUnread(list, {})?.key, "a");
  assert.equal(nextUnread([{ key: "b", channelId: 2 }], { key: "b", channelId: 2 }), undefined);
  // Nothing is marked as read on the way, and each is visited all the same.
  const grouped = [list[0], list[2], list[1]].filter((item) => item !== undefined);
  const visited = ["c"];
  for (let step = 0; step < 3; step += 1) {
    const last = grouped.find(({ key }) => key === visited.at(-1));
    visited.push(nextUnread(grouped, last ?? {})?.key ?? "");
  }
  assert.deepEqual(visited, ["c", "b", "a", "c"]);
});

suite("times of reminders", () => {
  test("are in the future, in order, and at nine in the morning", () => {
    for (let day = 1; day <= 7; day += 1) {
      const now = new Date(2026, 10, day, 14, 30);
      const presets = presetsAt(now);
      const times = presets.map(({ time }) => time);
      assert.deepEqual(
        times,
        [...times].sort((a, b) => a - b),
      );
      assert.ok((times[0] as number) > now.getTime() / 1000);
      const monday = presets.find(({ name }) => name.startsWith("Monday"));
      if (monday === undefined) continue;
      const date = new Date(monday.time * 1000);
      assert.deepEqual([date.getDay(), date.getHours()], [1, 9]);
    }
  });
  test("are written as fields take them, and what is left in the largest unit", () => {
    assert.equal(fieldValue(new Date(2026, 0, 5, 7, 3)), "2026-01-05T07:03");
    assert.deepEqual([59, 60, 3599, 7200, 90_000].map(timeLeft), [
      "59 seconds",
      "1 minute",
      "59 minutes",
      "2 hours",
      "1 day",
    ]);
  });
});
