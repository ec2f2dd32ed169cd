import type { ReadPool } from "../db/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { randomWord } from "../../platform/random.ts";
import type { EphemeralEvent } from "./entry.ts";

const CHANNEL = "parley_log";

/** PostgreSQL's limit is 8000 bytes. */
const LARGEST_NOTICE = 7900;
/** How many ephemeral events may wait to be sent; older ones are dropped as outdated. */
const MOST_EPHEMERALS = 1000;
const EPHEMERAL = "~";
const GREETING = "!";
const QUEUE_GONE = "-";

/**
 * Notifies the other processes on the same database that a log has grown, and sends them ephemeral events.
 *
 * For the log it carries wake-ups only: what a lost notice would have announced is found by the look at the heads a
 * second later. Ephemeral events that it loses are lost, and a removed queue may be polled in vain for a little longer.
 */
export interface Bus {
  /** Called after a commit. It never waits, and sends at most one notice at a time. */
  announce(realmId: number, position: number): void;
  /** Sends an ephemeral event to the other processes, unless it is too long. */
  emitEphemeral(realmId: number, event: EphemeralEvent): void;
  /** Notifies the other processes that a queue was removed. */
  queueGone(realmId: number, queueId: string): void;
  /** Looks whether another process listens; as long as none does, nothing is sent. */
  lookForPeers(): Promise<void>;
  /** Whether another process listened at the last look. */
  hasPeers(): boolean;
  close(): Promise<void>;
}

export interface BusListener {
  onNews(realmId: number, position: number): void;
  onEphemeral(realmId: number, event: EphemeralEvent): void;
  onQueueGone(realmId: number, queueId: string): void;
  /** The connection is new: anything may have been missed. */
  onReconnect(): void;
}

export async function createBus(sql: ReadPool, log: Logger, listener: BusListener): Promise<Bus> {
  const newest = new Map<number, number>();
  const ephemeral: string[] = [];
  /** PostgreSQL delivers a notice also to its sender, which is recognized by this word. */
  const self = randomWord(8);
  let hasPeers = true;
  let greetings = 0;
  let greeting: Promise<void> | undefined;
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (newest.size > 0 || ephemeral.length > 0) {
      const notices = [...[...newest].map(([realm, position]) => `${realm}:${position}`), ...ephemeral.splice(0)];
      newest.clear();
      try {
        // A lost notice loses no data, so the commit need not wait for the disk.
        await sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, notice)
          from unnest(${notices}::text[]) notice`;
      } catch (error) {
        log.warn({ err: error }, "notice to other processes not sent");
      }
    }
  };

  const begin = () => {
    sending ??= send().finally(() => {
      sending = undefined;
      if (newest.size > 0 || ephemeral.length > 0) begin();
    });
  };

  const queueNotice = (notice: string) => {
    if (!hasPeers || Buffer.byteLength(notice) > LARGEST_NOTICE) return;
    ephemeral.push(notice);
    if (ephemeral.length > MOST_EPHEMERALS) ephemeral.shift();
    begin();
  };

  /** Makes a process that was alone until now send its notices to this one. */
  const greet = async () => {
    try {
      await sql`select pg_notify(${CHANNEL}, ${GREETING + self})`;
    } catch (error) {
      log.warn({ err: error }, "greeting to other processes not sent");
    }
  };
  const beGreeted = (by: string) => {
    if (by === self) return;
    greetings += 1;
    hasPeers = true;
  };

  const receiveEphemeral = (payload: string) => {
    const [from, realmId, event] = JSON.parse(payload.slice(EPHEMERAL.length)) as [string, number, EphemeralEvent];
    if (from !== self) listener.onEphemeral(realmId, event);
  };

  const forget = (payload: string) => {
    const [realmId = "", queueId = ""] = payload.split(":");
    listener.onQueueGone(Number(realmId), queueId);
  };

  const subscription = await sql.listen(
    CHANNEL,
    (payload) => {
      if (payload.startsWith(EPHEMERAL)) return receiveEphemeral(payload);
      if (payload.startsWith(GREETING)) return beGreeted(payload.slice(GREETING.length));
      if (payload.startsWith(QUEUE_GONE)) return forget(payload.slice(QUEUE_GONE.length));
      const [realmId, position] = payload.split(":").map(Number);
      if (realmId !== undefined && position !== undefined) listener.onNews(realmId, position);
    },
    () => {
      listener.onReconnect();
      greeting = greet();
    },
  );
  await greeting;

  return {
    announce(realmId, position) {
      if (!hasPeers) return;
      newest.set(realmId, position);
      begin();
    },
    emitEphemeral: (realmId, event) => queueNotice(EPHEMERAL + JSON.stringify([self, realmId, event])),
    queueGone: (realmId, queueId) => queueNotice(`${QUEUE_GONE}${realmId}:${queueId}`),
    async lookForPeers() {
      const greetingsBefore = greetings;
      const listeners = await sql`
        select 1 as one from pg_stat_activity
        where datname = current_database() and query = ${`listen "${CHANNEL}"`} limit 2`;
      // The query may have missed a process that started in between.
      if (greetings === greetingsBefore) hasPeers = listeners.length !== 1;
    },
    hasPeers: () => hasPeers,
    close: () => subscription.unlisten(),
  };
}
