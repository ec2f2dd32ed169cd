import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { signal } from "@preact/signals";
import { createCombobox } from "./combobox.ts";

const pressed = (key: string, isComposing = false) => ({ key, isComposing, keyCode: 0 });

suite("a combobox", () => {
  before(() => {
    // Nothing is drawn here.
    Object.assign(globalThis, { document: { getElementById: () => null } });
  });

  const chosen: string[] = [];
  const created = (items: readonly string[], more: Partial<Parameters<typeof createCombobox<string>>[0]> = {}) =>
    createCombobox({ id: "list", items: signal(items), choose: (item) => chosen.push(item), ...more });

  test("marks by the arrow keys, from the last to the first and back", () => {
    const combobox = created(["a", "b", "c"]);
    const marked = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"].map((key) => {
      assert.equal(combobox.onKey(pressed(key)), true);
      return combobox.marked.value;
    });
    assert.deepEqual(marked, [1, 2, 0, 2]);
  });

  test("chooses what is marked by Enter, and by other keys only where it is told so", () => {
    const combobox = created(["a", "b"]);
    combobox.onKey(pressed("ArrowDown"));
    assert.equal(combobox.onKey(pressed("Tab")), false);
    assert.equal(combobox.onKey(pressed("Enter")), true);
    assert.equal(created(["c"], { choosesBy: ["Enter", "Tab"] }).onKey(pressed("Tab")), true);
    assert.deepEqual(chosen, ["b", "c"]);
  });

  test("leaves Escape to what it is in, unless there is something to close", () => {
    assert.equal(created(["a"]).onKey(pressed("Escape")), false);
    let isClosed = false;
    const close = () => (isClosed = true);
    assert.equal(created([], { close }).onKey(pressed("Escape")), false);
    assert.equal(isClosed, false);
    assert.equal(created(["a"], { close }).onKey(pressed("Escape")), true);
    assert.equal(isClosed, true);
  });

  test("leaves all keys to the field while there is nothing to choose, and letters always", () => {
    for (const key of ["ArrowDown", "ArrowUp", "Enter", "Escape"])
      assert.equal(created([]).onKey(pressed(key)), false, key);
    assert.equal(created(["a"]).onKey(pressed("a")), false);
    assert.equal(created(["a"]).onKey(pressed("Enter", true)), false, "an input method chooses a character");
  });

  test("moves as it is told, in a grid", () => {
    const combobox = created(["a", "b", "c", "d"], {
      move: (at, key) => (key === "ArrowDown" ? at + 2 : key === "ArrowRight" ? at + 1 : undefined),
    });
    assert.deepEqual(
      ["ArrowDown", "ArrowRight", "ArrowUp"].map((key) => combobox.onKey(pressed(key))),
      [true, true, false],
    );
    assert.equal(combobox.marked.value, 3);
  });
});
