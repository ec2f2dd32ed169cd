import type { Sql, Transaction } from "#engine/db/database.ts";

interface MessageReads {
  /** How many times an index of messages was searched. */
  readonly searches: number;
  /** How many messages were read. */
  readonly rows: number;
}

/** What statements in a transaction read of messages, by the counters of PostgreSQL. */
export function countMessageReads(sql: Sql, work: (tx: Transaction) => Promise<unknown>): Promise<MessageReads> {
  return sql.begin(async (tx) => {
    const now = async (): Promise<MessageReads> => {
      const [row] = await tx<MessageReads[]>`
        select idx_scan::int as searches, (idx_tup_fetch + seq_tup_read)::int as rows
        from pg_stat_xact_user_tables where relname = 'message'`;
      return row ?? { searches: 0, rows: 0 };
    };
    await tx`set local enable_seqscan = off`;
    const before = await now();
    await work(tx);
    const after = await now();
    return { searches: after.searches - before.searches, rows: after.rows - before.rows };
  });
}
