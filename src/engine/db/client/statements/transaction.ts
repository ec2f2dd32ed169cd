import type { Connection } from "../connections/connection.ts";
import type { Request } from "../connections/request.ts";
import { isOfFailedTransaction } from "../wire/errors.ts";
import { createSql, type SqlFunctions } from "./sql.ts";
import type { Executor } from "./statement.ts";

/** A connection that nobody else uses until it is released. */
export interface HeldConnection {
  readonly connection: Connection;
  readonly execute: (request: Request) => void;
  readonly release: () => void;
  /** Rejects when the connection is lost. */
  readonly lost: Promise<never>;
}

export interface TransactionSql extends SqlFunctions {
  savepoint<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
}

/**
 * Runs a transaction. It is rolled back if the work fails, and also if one of its statements has failed and the work went
 * on. If the connection is lost, it fails at once.
 */
export async function inTransaction<Result>(
  held: HeldConnection,
  isPrepared: boolean,
  options: string,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  let savepoints = 0;

  const scope = async <Inner>(
    begin: string,
    end: string,
    undo: string,
    inner: (sql: TransactionSql) => Promise<Inner>,
  ): Promise<Inner> => {
    let failure: { readonly error: unknown } | undefined;
    const run: Executor["run"] = (request) => {
      const { fail } = request;
      request.fail = (error) => {
        failure ??= { error };
        fail(error);
      };
      held.execute(request);
    };
    const sql: TransactionSql = Object.assign(createSql({ run, isPrepared, isWatched: true }), {
      savepoint<Nested>(nested: (sql: TransactionSql) => Promise<Nested>) {
        const name = `s${(savepoints += 1)}`;
        return scope(`savepoint ${name}`, `release ${name}`, `rollback to ${name}`, nested);
      },
    });
    const checkAll = () => {
      if (failure !== undefined) throw failure.error;
    };
    await sql.unsafe(begin);
    try {
      const result = await inner(sql);
      checkAll();
      await sql.unsafe(end);
      // A statement that nobody awaited may have failed since: the server has then rolled back, and calls it a success.
      checkAll();
      return result;
    } catch (error) {
      const reason = isOfFailedTransaction(error) && failure !== undefined ? failure.error : error;
      await sql.unsafe(undo).catch(() => held.connection.abandon());
      throw reason;
    }
  };

  try {
    return await Promise.race([scope(`begin ${options}`, "commit", "rollback", work), held.lost]);
  } finally {
    held.release();
  }
}
