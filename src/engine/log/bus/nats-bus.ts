import { connectNats } from "#outbound/nats.ts";
import type { BusSeal } from "#platform/keys.ts";
import type { Logger } from "#platform/logger.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { randomWord } from "#platform/random.ts";
import type { Bus, BusListener } from "./bus.ts";
import { notices, receiveNotice } from "./notices.ts";

/** Encrypted and in base64 it stays far below the megabyte that NATS takes. */
const MAX_NOTICE_BYTES = 256 * 1024;

export interface NatsBusOptions {
  readonly url: string;
  /** All processes of an installation have the same, and no other installation has it. */
  readonly seal: BusSeal;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly listener: BusListener;
}

/**
 * The bus by a NATS server, which spares PostgreSQL a transaction for every notice and each process a session.
 *
 * Notices are encrypted and authenticated: a client of the NATS server that is not Parley reads nothing, and cannot
 * send events in Parley's name. While there is no connection, notices are dropped, as `Bus` allows.
 */
export async function createNatsBus({ url, seal, log, metrics, listener }: NatsBusOptions): Promise<Bus> {
  const self = randomWord(8);
  let hasPeers = true;
  let isAsked = false;
  const heard = newestPositions((realmId, position) => listener.onNews(realmId, position));
  const received: BusListener = {
    ...listener,
    onNews: heard.note,
    onFollowed(realmId) {
      hasPeers = true;
      listener.onFollowed(realmId);
    },
    onGreeting() {
      hasPeers = true;
      listener.onGreeting();
    },
  };
  /** The first time, when there is a link to greet by. */
  let greet = () => {};
  const link = await connectNats({
    url,
    subject: `parley.${seal.name}`,
    log,
    onConnect() {
      greet();
      listener.onReconnect();
    },
    onText(text) {
      const notice = seal.open(text);
      if (notice !== undefined) receiveNotice(notice, self, received);
    },
  });
  metrics.watch("nats_connected", "Whether the connection to NATS is open: 1 or 0.", () => Number(link.isConnected));

  const send = (notice: string) => {
    if (link.isConnected && Buffer.byteLength(notice) <= MAX_NOTICE_BYTES) link.publish(seal.seal(notice));
  };
  const grown = newestPositions((realmId, position) => send(notices.grown(realmId, position)));
  greet = () => send(notices.greeting(self));
  greet();

  return {
    announce: grown.note,
    emitEphemeral: (realmId, event) => send(notices.ephemeral(self, realmId, event)),
    queueGone: (realmId, queueId) => send(notices.queueGone(realmId, queueId)),
    follow: (realmId) => send(notices.followed(self, realmId)),
    // Asked once, when the process starts: notices cost so little that they are sent in any case.
    async lookForPeers() {
      if (isAsked) return;
      isAsked = true;
      hasPeers = await link.hasOthers();
    },
    hasPeers: () => hasPeers,
    async close() {
      grown.flush();
      await link.close();
    },
  };
}

/** Passes on the newest position of each organization, once for all that are noted in one turn of the event loop. */
function newestPositions(onNewest: (realmId: number, position: number) => void) {
  const newest = new Map<number, number>();
  const flush = () => {
    const noted = [...newest];
    newest.clear();
    for (const [realmId, position] of noted) onNewest(realmId, position);
  };
  const note = (realmId: number, position: number) => {
    if (newest.size === 0) setImmediate(flush);
    newest.set(realmId, Math.max(position, newest.get(realmId) ?? 0));
  };
  return { note, flush };
}
