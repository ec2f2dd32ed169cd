import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { createChannel } from "../harness/channels.ts";
import { type CastMember, startTestServer } from "../harness/server.ts";

type Attempts = Readonly<Record<string, (name: string, id: number) => readonly object[]>>;

/** By every operation that may subscribe somebody: what a user would send to get into a channel by its name or ID. */
const ATTEMPTS: Attempts = {
  "POST /users": () => [{ email: "ghost@elsinore.example", full_name: "Ghost", password: "x" }],
  "POST /users/me/subscriptions": (name) => [
    { subscriptions: [{ name }] },
    { subscriptions: [{ name, description: "mine" }], invite_only: true },
    { subscriptions: [{ name: name.toUpperCase() }], authorization_errors_fatal: false },
  ],
  "PATCH /users/me/subscriptions": (name) => [{ add: [{ name }] }, { add: [{ name }], delete: [name] }],
  "PATCH /streams/{stream_id}": (_name, id) => [
    { stream_id: id, is_archived: false },
    { stream_id: id, is_private: false },
    { stream_id: id, can_add_subscribers_group: { new: 1 } },
    { stream_id: id, subscribed_groups: { new: [6, 7] } },
  ],
  "POST /channels/create": (name) => [
    { name, subscribers: [] },
    { name: `${name} `, subscribers: [], invite_only: true },
  ],
};

test("CVE-2017-0881: no operation subscribes its caller to a private channel that they may not know of", async () => {
  const server = await startTestServer();
  const { desdemona, hamlet, polonius } = server.cast;
  const subscribing = endpoints.filter(({ emits }) => emits.includes("subscription/add"));
  assert.deepEqual(
    subscribing.map(({ method, path }) => `${method} ${path}`).sort(),
    Object.keys(ATTEMPTS).sort(),
    "say here how each operation that subscribes would be misused",
  );
  const open = await createChannel(desdemona, { invite_only: true });
  const archived = await createChannel(desdemona, { invite_only: true });
  await desdemona.call("DELETE /streams/{stream_id}", { stream_id: archived.id });
  for (const who of [hamlet, polonius]) {
    for (const { id, name } of [open, archived]) {
      for (const [operation, attempts] of Object.entries(ATTEMPTS)) {
        for (const args of attempts(name, id)) {
          // Some calls succeed and tell what was not done, or make a channel of the caller's own.
          await call(who, operation as OperationName, args).catch(() => {});
        }
      }
      const members = await desdemona
        .call("GET /streams/{stream_id}/members", { stream_id: id })
        .catch(() => undefined);
      assert.ok(members === undefined || !members.subscribers.includes(who.id), `${who.name} is in ${name}`);
    }
    const { subscriptions } = await who.call("GET /users/me/subscriptions");
    const gained = subscriptions.filter(({ stream_id }) => [open.id, archived.id].includes(stream_id));
    assert.deepEqual(gained, []);
  }
});

const call = (who: CastMember, operation: OperationName, args: object): Promise<unknown> => who.call(operation, args);
