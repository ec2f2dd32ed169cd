import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import type { RawAnswer } from "../harness/raw.ts";
import { createWorld, type World } from "./authorization/world.ts";
import { absentLike, askFor, hideThings, type Named, SECRETS } from "./hidden-things.ts";

/** Headers that differ from response to response. */
const FLEETING = new Set(["date", "content-length", "x-request-id"]);
/** The ID of what a successful call has created. */
const NEW_ID = /"(id|scheduled_message_id)":\d+/;
/** In the links of a message that was sent. */
const NEAR_NEW_ID = /(?<=\/near\/)\d+/g;
const isFleeting = (header: string) => FLEETING.has(header) || header.startsWith("x-ratelimit");

suite(
  "CVE-2026-5163, CVE-2025-14350, CVE-2024-1952: what a user may not know of looks like what does not exist",
  () => {
    let world: World;
    before(async () => {
      world = await createWorld();
      await hideThings(world);
    });

    for (const [name, { of }] of Object.entries(SECRETS)) {
      test(`${name}: forbidden and absent get the same bytes`, async () => {
        const forbidden = await of(world);
        const asked = endpoints.filter(({ params, auth }) => name in params && auth !== "none");
        assert.ok(asked.length > 0);
        for (const { method, path } of asked) {
          const operation = `${method} ${path}` as OperationName;
          const absent = absentLike(forbidden);
          const answer = await askFor(world, operation, name, forbidden);
          const other = await askFor(world, operation, name, absent);
          assert.deepEqual(seen(answer, forbidden), seen(other, absent), operation);
          assert.ok(answer.status < 500);
        }
      });
    }
  },
);

/** A response without the name that was asked for. */
function seen({ status, headers, text }: RawAnswer, asked: Named): object {
  const lasting = [...headers].filter(([header]) => !isFleeting(header));
  return {
    status,
    headers: Object.fromEntries(lasting),
    text: text.replaceAll(String(asked), "…").replace(NEW_ID, "").replaceAll(NEAR_NEW_ID, ""),
  };
}
