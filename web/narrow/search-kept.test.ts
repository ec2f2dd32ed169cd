import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withMessages } from "../state/message-map.ts";
import type { Message } from "../state/registered.ts";
import { idsIn } from "./search-kept.ts";
import type { Narrow } from "./terms.ts";

suite("a search of the messages that a device has", () => {
  const message = (id: number, subject: string, content: string): [number, Message] => [
    id,
    { id, type: "stream", stream_id: 7, subject, content, sender_id: 1, flags: ["read"], reactions: [] } as never,
  ];
  const byId = withMessages(
    new Map(),
    new Map([
      message(900, "ghosts", "<p>Alas, poor <strong>Yorick</strong></p>"),
      message(2, "ghosts", "<p>Rest &amp; peace,<br>perturbed spirit</p>"),
      message(300, "Yorick", "<p>A fellow of infinite jest</p>"),
    ]),
  );
  const found = (...narrow: Narrow) => idsIn(byId, narrow, 1);

  test("finds all words in the text or the topic, in any case, oldest first", () => {
    assert.deepEqual(found({ operator: "search", operand: "yorick" }), [300, 900]);
    assert.deepEqual(found({ operator: "search", operand: "POOR alas" }), [900]);
    assert.deepEqual(found({ operator: "search", operand: '"poor yorick"' }), [900]);
    assert.deepEqual(found({ operator: "search", operand: '"yorick poor"' }), []);
    assert.deepEqual(found({ operator: "search", operand: "& perturbed" }), [2]);
    assert.deepEqual(found({ operator: "search", operand: "strong" }), [], "no words of the markup");
  });

  test("takes other conditions into account, and says where only the server knows", () => {
    const words = { operator: "search", operand: "yorick" } as const;
    assert.deepEqual(found({ operator: "topic", operand: "ghosts" }, words), [900]);
    assert.deepEqual(found({ operator: "topic", operand: "ghosts" }, { ...words, negated: true }), [2]);
    assert.deepEqual(found({ operator: "near", operand: 2 }), [2, 300, 900]);
    assert.equal(found({ operator: "has", operand: "link" }, words), undefined);
  });
});
