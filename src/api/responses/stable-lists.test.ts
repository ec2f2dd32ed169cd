import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsDuring } from "../../../test/harness/turns.ts";
import { plainPart } from "#http/compression/gzip.ts";
import { partsOfList, stableList } from "./stable-lists.ts";

const textOf = async (list: readonly object[]) => Buffer.concat((await partsOfList(list)).map(plainPart)).toString();
const bodiesOf = async (list: readonly object[]) =>
  (await partsOfList(list)).flatMap((part) => (Buffer.isBuffer(part) ? [] : [part.body]));

test("lists that lack different items share the text of all other blocks", async () => {
  const items = Array.from({ length: 1000 }, (_, n) => ({ n, text: `item ${n}` }));
  const list = (lacking: readonly number[]) =>
    stableList(
      items.filter(({ n }) => !lacking.includes(n)),
      20,
    );
  const all = new Set(await bodiesOf(list([])));
  assert.ok(all.size >= 40);
  for (const lacking of [[0], [500], [19, 20, 21], [3, 333, 999]]) {
    const some = list(lacking);
    assert.deepEqual(JSON.parse(await textOf(some)), some);
    const own = (await bodiesOf(some)).filter((body) => !all.has(body));
    assert.ok(own.length <= 2 * lacking.length, `${own.length} blocks of its own`);
  }
});

test("others are served while a long list is serialized for the first time, and it is not serialized again", async () => {
  const list = stableList(Array.from({ length: 10_000 }, (_, n) => ({ n, text: `item ${n}` })));
  assert.ok((await turnsDuring(() => partsOfList(list))) >= 4);
  assert.equal(await turnsDuring(() => partsOfList(list)), 0);
  assert.deepEqual(JSON.parse(await textOf(list)), list);
});
