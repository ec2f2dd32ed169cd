import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type * as nats from "@nats-io/transport-node";
import type { Logger } from "#platform/logger.ts";

/** How long one attempt to connect may take. */
const CONNECT_MS = 2000;
const RETRY_MS = 500;
/** A server that has not answered two of these is given up for another one. */
const PING_MS = 5000;
const ANSWER_MS = 500;

/** The operator's NATS server, or cluster. What cannot be sent now is dropped. */
export interface NatsLink {
  readonly isConnected: boolean;
  publish(text: string): void;
  /** Whether another client of this kind answers; true while that cannot be known. */
  hasOthers(): Promise<boolean>;
  close(): Promise<void>;
}

export interface NatsOptions {
  /** One URL, or several of a cluster with commas between them. */
  readonly url: string;
  /** What is published and received: nothing of this client itself comes back. */
  readonly subject: string;
  readonly log: Logger;
  readonly onText: (text: string) => void;
  /** The connection is new: anything may have been missed. */
  readonly onConnect: () => void;
}

const load = createRequire(import.meta.url);

/** Resolves when the first attempt to connect is over, whether it succeeds or not; it is repeated until it does. */
export async function connectNats(options: NatsOptions): Promise<NatsLink> {
  // Loaded only where it is configured, because it would slow down the start.
  const { connect } = load("@nats-io/transport-node") as typeof nats;
  const { subject, log, onText, onConnect } = options;
  const question = `${subject}.present`;
  const closing = new AbortController();
  let connection: nats.NatsConnection | undefined;
  let isConnected = false;
  let trying: Promise<void> | undefined;

  const subscribe = (fresh: nats.NatsConnection) => {
    fresh.subscribe(subject, { callback: (error, message) => void (error ?? onText(message.string())) });
    fresh.subscribe(question, { callback: (error, message) => void (error ?? message.respond()) });
  };

  const follow = async (fresh: nats.NatsConnection) => {
    for await (const status of fresh.status()) {
      if (status.type === "disconnect") {
        isConnected = false;
        log.warn({ server: status.server }, "connection to NATS lost, the log is polled");
      }
      if (status.type === "reconnect") {
        isConnected = true;
        log.info({ server: status.server }, "connected to NATS again");
        onConnect();
      }
    }
  };

  const tryToConnect = async (): Promise<boolean> => {
    let fresh: nats.NatsConnection | undefined;
    try {
      fresh = await connect(connectionOptions(options.url));
      subscribe(fresh);
      // The subscriptions have reached the server when it answers.
      if ((await within(CONNECT_MS, fresh.flush())) === "late") throw new Error("NATS does not answer");
      [connection, isConnected] = [fresh, true];
      follow(fresh).catch((error: unknown) => log.error({ err: error }, "connection to NATS not followed"));
      onConnect();
      return true;
    } catch (error) {
      await fresh?.close();
      // Once, and not with every attempt.
      if (trying === undefined) log.warn({ err: error }, "NATS not reached, the log is polled");
      return false;
    }
  };

  const keepTrying = async () => {
    do await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    while (!closing.signal.aborted && !(await tryToConnect()));
  };
  if (!(await tryToConnect())) trying = keepTrying();

  return {
    get isConnected() {
      return isConnected;
    },
    publish(text) {
      if (isConnected) connection?.publish(subject, text);
    },
    async hasOthers() {
      if (connection === undefined || !isConnected) return true;
      try {
        await connection.request(question, undefined, { timeout: ANSWER_MS });
        return true;
      } catch {
        // Nobody is subscribed, or only somebody who listens to everything.
        return false;
      }
    },
    async close() {
      closing.abort();
      await trying;
      // What was published last must have left the process.
      if (connection !== undefined && isConnected) await within(ANSWER_MS, connection.flush()).catch(() => {});
      isConnected = false;
      await connection?.close();
    },
  };
}

const within = (ms: number, work: Promise<void>): Promise<void | "late"> =>
  Promise.race([work, sleep(ms, "late" as const, { ref: false })]);

function connectionOptions(urls: string): nats.NodeConnectionOptions {
  const parsed = urls.split(",").map((url) => new URL(url));
  const { username, password } = parsed.find((url) => url.username !== "") ?? { username: "", password: "" };
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: parsed.map(({ host }) => host),
    name: "parley",
    noEcho: true,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    // An operator may correct the credentials at the server.
    ignoreAuthErrorAbort: true,
    pingInterval: PING_MS,
    ...(parsed.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
    ...(user !== "" && (pass === "" ? { token: user } : { user, pass })),
  };
}
