import type { WriterConnection, WriterPool } from "#engine/db/database.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import { isSilence } from "#engine/db/failure.ts";
import { UnknownOutcome } from "../failed-group.ts";

/** Runs a transaction on a connection that nobody else uses meanwhile. If it fails, it is rolled back. */
export async function onOwnConnection<Result>(
  sql: WriterPool,
  work: (connection: WriterConnection) => Promise<Result>,
): Promise<Result> {
  const reserving = sql.reserve();
  const connection = await withDeadline(reserving).catch((error: unknown) => {
    // The connection may still come, when nobody needs it any more.
    reserving.then((late) => late.release()).catch(() => {});
    throw error;
  });
  try {
    return await work(connection);
  } catch (error) {
    await endTransaction(connection, error);
    throw error;
  } finally {
    connection.release();
  }
}

/** The connection may be intact and still hold the head row. If it does not answer the rollback, it is closed. */
async function endTransaction(connection: WriterConnection, failure: unknown): Promise<void> {
  const cause = failure instanceof UnknownOutcome ? failure.cause : failure;
  if (isSilence(cause)) return connection.abandon();
  await withDeadline(connection`rollback`.execute()).catch(() => connection.abandon());
}
