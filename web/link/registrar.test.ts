import assert from "node:assert/strict";
import { beforeEach, suite, test } from "node:test";
import type { Registered } from "../state/registered.ts";
import { createRegistrar, type Registrar } from "./registrar.ts";

const registered = (queue: string): Registered => ({ queue_id: queue }) as Registered;
const tab = () => ({ postMessage() {} });

suite("the link's registration", () => {
  let ended: (string | null)[];
  let registrar: Registrar;
  const create = (waitMs?: number) =>
    createRegistrar(
      {
        register: () => Promise.resolve(registered("own")),
        end: ({ queue_id }) => void ended.push(queue_id),
      },
      waitMs,
    );
  const queue = async () => (await registrar.register()).queue_id;

  beforeEach(() => {
    ended = [];
    registrar = create();
  });

  test("is its own where no tab has begun one", async () => {
    assert.equal(await queue(), "own");
  });

  test("is the one that a tab has begun, once", async () => {
    const first = tab();
    registrar.expect(first);
    const taken = queue();
    registrar.settle(first, registered("of the tab"));
    assert.deepEqual([await taken, await queue(), ended], ["of the tab", "own", []]);
  });

  test("is its own where the tab was refused or has gone", async () => {
    const first = tab();
    registrar.expect(first);
    registrar.settle(first);
    assert.equal(await queue(), "own");
  });

  test("is its own where the tab says nothing, whose queue is ended when it comes", async () => {
    registrar = create(1);
    const first = tab();
    registrar.expect(first);
    assert.equal(await queue(), "own");
    registrar.settle(first, registered("too late"));
    assert.deepEqual(ended, ["too late"]);
  });

  test("is that of one tab, and the queues of others are ended", async () => {
    const [first, second] = [tab(), tab()];
    for (const attempt of [first, second]) registrar.expect(attempt);
    registrar.settle(second, registered("second"));
    registrar.settle(first, registered("first"));
    assert.deepEqual([await queue(), ended], ["first", ["second"]]);
  });

  test("is its own where a tab begins one after it has, whose queue is ended", async () => {
    const first = tab();
    const own = queue();
    registrar.expect(first);
    registrar.settle(first, registered("needless"));
    assert.deepEqual([await own, await queue(), ended], ["own", "own", ["needless"]]);
  });

  test("does not take over what was begun before somebody else logged in", async () => {
    const first = tab();
    registrar.expect(first);
    registrar.settle(first, registered("of the former user"));
    registrar.drop();
    assert.equal(await queue(), "own");
    assert.deepEqual(ended, ["of the former user"]);
  });
});
