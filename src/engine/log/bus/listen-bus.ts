import type { ReadPool } from "#engine/db/database.ts";
import type { Logger } from "#platform/logger.ts";
import { randomWord } from "#platform/random.ts";
import type { Bus, BusListener } from "./bus.ts";
import { notices, receiveNotice } from "./notices.ts";

const CHANNEL = "parley_log";

/** PostgreSQL's limit is 8000 bytes. */
const MAX_NOTICE_BYTES = 7900;
/** How many ephemeral events may wait to be sent; older ones are dropped as outdated. */
const MAX_EPHEMERALS = 1000;

/** The bus of the database itself: `LISTEN` and `NOTIFY`. */
export async function createListenBus(sql: ReadPool, log: Logger, listener: BusListener): Promise<Bus> {
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
      const sent = [...[...newest].map((entry) => notices.grown(...entry)), ...ephemeral.splice(0)];
      newest.clear();
      try {
        // A lost notice loses no data, so the commit need not wait for the disk.
        await sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, notice)
          from unnest(${sent}::text[]) notice`;
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
    if (!hasPeers || Buffer.byteLength(notice) > MAX_NOTICE_BYTES) return;
    ephemeral.push(notice);
    if (ephemeral.length > MAX_EPHEMERALS) ephemeral.shift();
    begin();
  };

  /** Makes a process that was alone until now send its notices to this one. */
  const greet = async () => {
    try {
      await sql`select pg_notify(${CHANNEL}, ${notices.greeting(self)})`;
    } catch (error) {
      log.warn({ err: error }, "greeting to other processes not sent");
    }
  };
  const received: BusListener = {
    ...listener,
    onGreeting() {
      greetings += 1;
      hasPeers = true;
      listener.onGreeting();
    },
  };

  const subscription = await sql.listen(
    CHANNEL,
    (notice) => {
      try {
        receiveNotice(notice, self, received);
      } catch (error) {
        // Anybody who may connect may send one; the others are not lost for it.
        log.error({ err: error }, "notice of another process not understood");
      }
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
    emitEphemeral: (realmId, event) => queueNotice(notices.ephemeral(self, realmId, event)),
    queueGone: (realmId, queueId) => queueNotice(notices.queueGone(realmId, queueId)),
    follow: (realmId) => queueNotice(notices.followed(self, realmId)),
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
