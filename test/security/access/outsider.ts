import assert from "node:assert/strict";
import { createKeys } from "#platform/keys.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { SECRET } from "../../harness/cast.ts";
import { atHost } from "../../harness/raw.ts";
import type { TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { hasSecret } from "./watch.ts";

/** The owner of another organization in the same database: no word of this one may ever reach them. */
export async function watchFromOutside({ url, database }: TestServer): Promise<() => Promise<void>> {
  const owner = { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" };
  const lear = await createOrganization(database.sql, { subdomain: "lear", name: "Lear", owner });
  const as = [owner.email, createKeys(SECRET).apiKey(lear.realmId, lear.owner.id, 1)] as const;
  const call = (path: string, method = "GET") => atHost(url, "lear.localhost", `/api/v1${path}`, { as, method });
  const { text } = await until(
    () => call("/register?all_public_streams=true", "POST"),
    ({ status }) => status === 200,
  );
  const { queue_id, last_event_id } = JSON.parse(text) as { queue_id: string; last_event_id: number };
  return async () => {
    for (const path of [
      `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`,
      "/messages?anchor=newest&num_before=100&num_after=0",
      "/streams?include_all=true",
      "/users",
    ]) {
      const answer = await call(path);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(!hasSecret(answer.text), `the other organization sees ${answer.text}`);
    }
  };
}
