import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Type } from "./type.ts";
import { allowList } from "./allow-list.ts";

suite("the allow-list of a response", () => {
  const Person = Type.Object({
    id: Type.Integer(),
    name: Type.Optional(Type.String()),
    home: Type.Optional(Type.Union([Type.Object({ city: Type.String() }), Type.Null()])),
  });
  const onlyDeclared = allowList(
    Type.Object({ people: Type.Array(Person), byName: Type.Optional(Type.Record(Type.String(), Person)) }),
  );
  const shown = (people: readonly object[]) => (onlyDeclared({ people }) as { people: object[] }).people;

  test("keeps what the schema declares, and does not copy the value without need", () => {
    const response = {
      people: [{ id: 1, name: "Hamlet" }, { id: 2 }, { id: 3, home: null }, { id: 4, home: { city: "" } }],
    };
    assert.equal(onlyDeclared(response), response);
  });

  test("removes every undeclared field, however deep, and also from values of a shape seen before", () => {
    const fine = { id: 1, name: "Hamlet", home: { city: "Elsinore" } };
    const hiding = [
      { id: 1, key: "secret" },
      { key: "secret", id: 1 },
      { id: 1, name: "Hamlet", key: "secret" },
      { id: 1, name: "Hamlet", home: { city: "Elsinore", key: "secret" } },
      { id: 1, name: "Hamlet", home: { city: "Elsinore" }, key: "secret" },
      { id: 1, name: "Hamlet", key: { city: "secret" } },
    ];
    for (const person of hiding) {
      const people = shown([fine, person, fine]);
      assert.ok(!JSON.stringify(people).includes("secret"), JSON.stringify(people));
      assert.deepEqual(people[0], fine);
      assert.equal((people[1] as { id: number }).id, 1);
      assert.deepEqual(people[2], fine);
      assert.ok(!JSON.stringify(onlyDeclared({ people: [], byName: { hamlet: person } })).includes("secret"));
    }
    assert.deepEqual(onlyDeclared({ people: [], key: "secret" }), { people: [] });
  });

  test("looks once at each item of a stable list, and lets none through that it has not looked at", () => {
    const stable = new Set<readonly unknown[]>();
    const ofStable = allowList(Type.Object({ people: Type.Array(Person) }), (list) => stable.has(list));
    const stableShown = (people: object[]) => {
      stable.add(people);
      return (ofStable({ people }) as { people: object[] }).people;
    };
    let looks = 0;
    const fine = new Proxy({ id: 1, name: "Hamlet" }, { ownKeys: (of) => ((looks += 1), Reflect.ownKeys(of)) });
    const list = [fine];
    assert.equal(stableShown(list), list);
    const seen = looks;
    assert.ok(seen > 0);
    assert.equal(stableShown([fine])[0], fine);
    assert.equal(looks, seen);
    const hiding = { id: 2, key: "secret" };
    for (let turn = 0; turn < 2; turn += 1) {
      assert.deepEqual(stableShown([fine, hiding]), [{ id: 1, name: "Hamlet" }, { id: 2 }]);
    }
  });
});
