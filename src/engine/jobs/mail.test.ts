import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../../../test/harness/server.ts";
import { openDatabase } from "#engine/db/database.ts";
import { createLogger } from "#platform/logger.ts";
import { enqueueMail, startMailJob } from "./mail.ts";

test("a server that shuts down waits only for the mails under way, and no mail is lost", async () => {
  const { database } = await startTestServer();
  const db = openDatabase({ url: database.url }, { reads: 2, writes: 1, commits: 0, background: 1 });
  for (const subject of ["1", "2", "3", "4", "5"]) {
    await enqueueMail(db.background, 1, { recipient: "hamlet@localhost", subject, body: "" });
  }
  const underWay = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const server = {
    async send({ subject }: { subject: string }) {
      underWay.resolve();
      await closed.promise;
      if (subject === "2") throw new Error("the pool was closed");
    },
    check: async () => {},
    close: () => closed.resolve(),
  };
  const job = startMailJob(db.background, server, createLogger("silent"));
  await underWay.promise;
  await job.stop();
  const left = await db.reads<{ subject: string; attempts: number; isDue: boolean }[]>`
    select subject, attempts, next_attempt_at <= now() as is_due from mail order by subject`;
  assert.deepEqual(
    left.map(({ subject, attempts, isDue }) => [subject, attempts, isDue]),
    ["2", "3", "4", "5"].map((subject) => [subject, 0, true]),
  );
  await db.close();
});
