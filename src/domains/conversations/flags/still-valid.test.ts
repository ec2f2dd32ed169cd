import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { LogEntry } from "#engine/log/entry.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { isUntouched } from "./still-valid.ts";

const HAMLET = 10;
const OTHELLO = 11;

suite("a lookup of what a reader has read", () => {
  const isValidAfter = (...entries: object[]) =>
    isUntouched({ since: () => entries as LogEntry[] } as unknown as Tx, HAMLET, 1);
  const flags = (...ids: number[]) => ({ event: { type: "update_message_flags" }, audience: { to: "users", ids } });
  const started = { change: { kind: "conversation_added", conversation: { id: 99, userIds: [OTHELLO] } } };

  test("stays valid when others write, react, read or begin a conversation", () => {
    assert.ok(isValidAfter());
    assert.ok(isValidAfter(started, { event: { type: "message" } }, { event: { type: "reaction" } }, flags(OTHELLO)));
  });

  test("is out of date after anything else, or when the log since then is not in memory", () => {
    assert.ok(!isValidAfter(flags(OTHELLO, HAMLET)));
    assert.ok(!isValidAfter(started, { event: { type: "update_message" } }));
    assert.ok(!isValidAfter({ ...started, event: { type: "message" } }));
    assert.ok(!isValidAfter({ change: { kind: "subscribed" } }));
    assert.ok(!isUntouched({ since: () => undefined } as unknown as Tx, HAMLET, 1));
  });
});
