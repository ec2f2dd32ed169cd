import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { messageIn, withMessages } from "./message-map.ts";
import type { Message } from "./registered.ts";

const message = (id: number, fields: Partial<Message>): Message =>
  ({ id, subject: "ghosts", content: `text ${id}`, reactions: [], ...fields }) as unknown as Message;

suite("messages in memory", () => {
  test("keep equal lists once, and say what they said", () => {
    const all = [
      message(1, { flags: ["read", "starred"] }),
      message(2, { flags: ["read", "starred"] }),
      message(300, { flags: ["read"], subject: "read,starred" }),
      message(301, { flags: [], subject: "" }),
    ];
    const texts = (list: string[]) => ({ texts: list }) as unknown as Partial<Message>;
    all.push(message(302, texts(["a,b", "c"])), message(303, texts(["a", "b,c"])));
    const before = structuredClone(all);
    const map = withMessages(new Map(), new Map(all.map((item) => [item.id, item])));
    assert.deepEqual(
      all.map(({ id }) => messageIn(map, id)),
      before,
    );
    assert.equal(messageIn(map, 1)?.flags, messageIn(map, 2)?.flags);
    assert.equal(messageIn(map, 1)?.reactions, messageIn(map, 300)?.reactions);
  });

  test("are the objects that came, so that what has not changed is known by itself", () => {
    const single = message(1, { flags: [] });
    const map = withMessages(new Map(), new Map([[1, single]]));
    assert.equal(messageIn(withMessages(map, new Map([[2, message(2, { flags: [] })]])), 1), single);
    assert.equal(messageIn(withMessages(map, new Map([[1, undefined]])), 1), undefined);
  });
});
