import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { fragmentOf, type Names, parseFragment } from "./fragment.ts";
import { conversationIn, keyOfNarrow, nearOf, type Narrow, type Term } from "./terms.ts";

const names: Names = {
  channel: (id) => (id === 7 ? "general chat" : undefined),
  person: (id) => (id === 5 ? "Ana Ribeiro" : undefined),
};

suite("addresses of narrows", () => {
  test("are those of the links in rendered messages", () => {
    const narrow: Narrow = [
      { operator: "channel", operand: 7 },
      { operator: "topic", operand: "v2.4 (final)?" },
      { operator: "near", operand: 42 },
    ];
    const fragment = "#narrow/channel/7-general-chat/topic/v2.2E4.20.28final.29.3F/near/42";
    assert.equal(fragmentOf(narrow, names), fragment);
    assert.deepEqual(parseFragment(fragment), narrow);
    assert.deepEqual(parseFragment(`http://localhost:9991/${fragment}`), narrow);
  });

  test("name people by their IDs, with a name for those who read the address", () => {
    assert.equal(fragmentOf([{ operator: "dm", operand: [5] }], names), "#narrow/dm/5-Ana-Ribeiro");
    assert.equal(fragmentOf([{ operator: "dm", operand: [5, 9] }], names), "#narrow/dm/5,9-group");
    assert.deepEqual(parseFragment("#narrow/pm-with/5,9-group"), [{ operator: "dm", operand: [5, 9] }]);
  });

  test("may use older words and negations", () => {
    assert.deepEqual(parseFragment("#narrow/stream/7-general/subject/hello/-is/unread"), [
      { operator: "channel", operand: 7 },
      { operator: "topic", operand: "hello" },
      { operator: "is", operand: "unread", negated: true },
    ]);
  });

  test("that are no narrows are none", () => {
    for (const text of ["", "#inbox", "#narrow/colour/red", "#narrow/channel", "#narrow/near/soon", "#narrow/dm/ana"]) {
      assert.equal(parseFragment(text), undefined, text);
    }
  });

  test("give every narrow back", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 30 });
    const term: fc.Arbitrary<Term> = fc.oneof(
      fc.record({ operator: fc.constant("channel" as const), operand: fc.nat() }),
      fc.record({ operator: fc.constantFrom("topic" as const, "search" as const), operand: text }),
      fc.record({ operator: fc.constant("dm" as const), operand: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }),
      fc.record({ operator: fc.constant("near" as const), operand: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 4 }), (narrow) => {
        assert.deepEqual(parseFragment(fragmentOf(narrow, names)), structuredClone(narrow));
      }),
    );
  });
});

test("a narrow shows one conversation if it names a channel and a topic, or people", () => {
  const topic: Narrow = [
    { operator: "topic", operand: "Hello" },
    { operator: "channel", operand: 7 },
  ];
  assert.deepEqual(conversationIn(topic, 1), { kind: "topic", channelId: 7, topic: "Hello" });
  assert.deepEqual(conversationIn([{ operator: "dm", operand: [9, 1, 5] }], 1), { kind: "direct", userIds: [5, 9] });
  assert.equal(conversationIn([{ operator: "channel", operand: 7 }], 1), undefined);
  assert.equal(conversationIn([...topic, { operator: "is", operand: "starred" }], 1), undefined);
  assert.equal(nearOf([...topic, { operator: "near", operand: 42 }]), 42);
});

test("a narrow has the same key whatever the order of its terms, the letters of its topic and its place", () => {
  const single: Narrow = [
    { operator: "channel", operand: 7 },
    { operator: "topic", operand: "Hello" },
    { operator: "near", operand: 42 },
  ];
  const other: Narrow = [
    { operator: "topic", operand: "hello" },
    { operator: "channel", operand: 7 },
  ];
  assert.equal(keyOfNarrow(single), keyOfNarrow(other));
  assert.notEqual(keyOfNarrow(single), keyOfNarrow([{ operator: "channel", operand: 7 }]));
});
