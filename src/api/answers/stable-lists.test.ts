import assert from "node:assert/strict";
import { test } from "node:test";
import { plainPart } from "../../http/compression/gzip.ts";
import { partsOfList, stableList } from "./stable-lists.ts";

const textOf = (list: readonly object[]) => Buffer.concat(partsOfList(list).map(plainPart)).toString();
const bodiesOf = (list: readonly object[]) =>
  partsOfList(list).flatMap((part) => (Buffer.isBuffer(part) ? [] : [part.body]));

test("lists that lack different items share the text of all other blocks", () => {
  const items = Array.from({ length: 1000 }, (_, n) => ({ n, text: `item ${n}` }));
  const list = (lacking: readonly number[]) =>
    stableList(
      items.filter(({ n }) => !lacking.includes(n)),
      20,
    );
  const all = new Set(bodiesOf(list([])));
  assert.ok(all.size >= 40);
  for (const lacking of [[0], [500], [19, 20, 21], [3, 333, 999]]) {
    const some = list(lacking);
    assert.deepEqual(JSON.parse(textOf(some)), some);
    const own = bodiesOf(some).filter((body) => !all.has(body));
    assert.ok(own.length <= 2 * lacking.length, `${own.length} blocks of its own`);
  }
});
