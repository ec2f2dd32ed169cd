import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createNameIndex } from "./fit.ts";

const MANY = 100_000;

interface Somebody {
  readonly id: number;
  readonly name: string;
  readonly further?: string;
}

const crowd = Array.from({ length: MANY }, (_, id): Somebody => ({ id, name: `Person Number ${id}` }));

suite("a list in which one looks for names", () => {
  let folded: number;
  let looked: number;
  const indexOf = (list: readonly Somebody[]) =>
    createNameIndex(list, {
      nameOf({ name }) {
        folded += 1;
        return name;
      },
      furtherOf: ({ further = "" }) => further,
    });
  const isLeftOut = () => {
    looked += 1;
    return false;
  };
  const names = (found: readonly Somebody[]) => found.map(({ name }) => name);

  test("folds 100,000 names once, and looks for each letter only among those that fitted the letters before", () => {
    [folded, looked] = [0, 0];
    const index = indexOf(crowd);
    const counts = ["7", "77", "777", "7777", "77777"].map((text) => {
      looked = 0;
      assert.equal(index.best(text, 1, { isLeftOut }).length, 1, text);
      return looked;
    });
    assert.equal(folded, MANY);
    const fitting = (text: string) => crowd.filter(({ name }) => name.includes(text)).length;
    assert.deepEqual(counts, [MANY, ...["7", "77", "777", "7777"].map(fitting)]);
  });

  test("finds what was left out before once a letter is taken back", () => {
    const index = indexOf(crowd);
    assert.equal(index.best("number 99999", 80).length, 1);
    assert.equal(index.best("number 9999", 80).length, 19);
  });

  test("puts names that begin so before words that do, then words in any order, then what else people are found by", () => {
    const list = ["Mary Ann", "Ann Smith", "Joann", "Smith, Annabel"].map((name, id) => ({ id, name }));
    const index = indexOf([...list, { id: 9, name: "Yorick", further: "annoying@example.com\nanvil" }]);
    assert.deepEqual(names(index.best("ann", 8)), ["Ann Smith", "Mary Ann", "Smith, Annabel", "Joann", "Yorick"]);
    assert.deepEqual(names(index.best("ann sm", 8)), ["Ann Smith", "Smith, Annabel"]);
    assert.deepEqual(names(index.best("example", 8)), [], "an address is found by its beginning");
  });

  test("offers those first who are preferred, and leaves out whom it is told to", () => {
    const list = ["Ann A", "Ann B", "Ann C"].map((name, id) => ({ id, name }));
    const found = indexOf(list).best("ann", 2, { isFirst: ({ id }) => id === 2, isLeftOut: ({ id }) => id === 0 });
    assert.deepEqual(names(found), ["Ann C", "Ann B"]);
  });
});
