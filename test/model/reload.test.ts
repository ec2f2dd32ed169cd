import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { apply, emptyModel, type Model } from "../../src/model/model.ts";
import { loadModel } from "../../src/model/load.ts";
import type { LogEntry } from "../../src/log/entry.ts";
import { readEntries } from "../../src/log/read.ts";
import { startTestServer } from "../harness/server.ts";

/** A model in a shape that can be compared. */
const comparable = (model: Model) => ({
  ...model,
  changedAt: 0,
  endedSpans: [...model.endedSpans].filter(([, spans]) => spans.size > 0),
});

test("a model kept by the log equals one loaded from the database, wherever the log is entered", async () => {
  const server = await startTestServer();
  const { hamlet, desdemona, othello, cordelia } = server.cast;
  const { sql } = server.database;
  const early = await loadModel(sql, 1, "localhost");
  const names = fc.constantFrom("a", "b", "c", "d");
  const people = fc.subarray([hamlet.id, othello.id, cordelia.id], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, people, fc.boolean()), { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const [name, principals, isPrivate] of steps) {
        await hamlet
          .call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals, invite_only: isPrivate })
          .catch(() => {});
        await hamlet.call("POST /messages", { type: "direct", to: principals, content: name });
        await hamlet.call("POST /messages", { type: "channel", to: name, topic: "t", content: name }).catch(() => {});
      }
      await othello.call("POST /users/me/api_key/regenerate").catch(() => {});
      const words = steps.map(([name]) => name);
      await cordelia.call("POST /users/me/alert_words", { alert_words: words });
      await cordelia.call("DELETE /users/me/alert_words", { alert_words: words.slice(1) });
      const muting = (["POST", "DELETE"] as const).slice(0, steps.length);
      for (const method of muting) {
        const muted = { muted_user_id: hamlet.id };
        await cordelia.call(`${method} /users/me/muted_users/{muted_user_id}`, muted).catch(() => {});
      }
      const settings = { enter_sends: steps.length > 2, timezone: "Europe/Copenhagen" };
      await cordelia.call("PATCH /settings", { ...settings, email_address_visibility: 1 + (steps.length % 5) });
    }),
    { numRuns: 5 },
  );
  await desdemona.call("POST /users", {
    email: "new@elsinore.example",
    password: "brevity is the soul",
    full_name: "New",
  });
  const now = await loadModel(sql, 1, "localhost");
  const entries: LogEntry[] = await readEntries(sql, 1, { after: early.position, upTo: now.position, limit: 10_000 });
  for (const { change, position } of entries) {
    if (change !== undefined) apply(early, change);
    early.position = position;
  }
  assert.deepEqual(comparable(early), comparable(now));
  assert.notDeepEqual(comparable(now), comparable(emptyModel(now.realm, "localhost", now.position)));
});
