import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { batch, effect } from "@preact/signals";
import type { State } from "./state/state.ts";
import { current, state } from "./store.ts";

suite("the state of a tab", () => {
  test("tells those who have read a part of it when that part is another one", () => {
    const first = { ownId: 7, typing: new Map(), statuses: new Map() } as unknown as State;
    state.value = first;
    const drawn: number[] = [];
    const end = effect(() => void drawn.push(current.value.statuses.size));
    state.value = { ...first, typing: new Map([["topic", new Map()]]) } as unknown as State;
    assert.deepEqual(drawn, [0]);
    batch(() => {
      state.value = { ...first, statuses: new Map([[7, {}]]) } as unknown as State;
      assert.equal(current.value.statuses.size, 1, "in the middle of a change it is the newest");
    });
    assert.deepEqual(drawn, [0, 1]);
    assert.equal(current.peek(), state.value);
    end();
    state.value = undefined;
    assert.throws(() => current.value.ownId, /nothing is known yet/);
  });
});
