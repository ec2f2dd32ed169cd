import type { Socket } from "node:net";
import type { BodyAccount } from "../bodies/body-budget.ts";
import type { RepeatedPoll } from "./repeated-poll.ts";

/** A connection on the fast path. There may be many thousands, so it holds nothing else. */
export interface ClientConnection {
  readonly socket: Socket;
  /** Bytes that have arrived and are not served yet. */
  parts: Buffer[];
  received: number;
  /** How many bytes must have arrived before they are parsed again, and since when the rest is waited for. */
  needed: number;
  waitsSince: number;
  /** The memory account of the body that is waited for. */
  account: BodyAccount | undefined;
  isBusy: boolean;
  /** Whether the client may send another request after the one that is served now. */
  keepsAlive: boolean;
  /** Whether the client has closed its side. */
  hasEnded: boolean;
  onGone: (() => void) | undefined;
  repeatedPoll: RepeatedPoll | undefined;
}

const NOTHING: Buffer[] = [];
/** Each part costs hundreds of bytes, however small it is, and a client may send single bytes. */
const MAX_PARTS = 64;

export const newConnection = (socket: Socket): ClientConnection => ({
  socket,
  parts: NOTHING,
  received: 0,
  needed: 0,
  waitsSince: 0,
  account: undefined,
  isBusy: false,
  keepsAlive: true,
  hasEnded: false,
  onGone: undefined,
  repeatedPoll: undefined,
});

/** Keeps bytes until they are served. */
export function append(connection: ClientConnection, chunk: Buffer): void {
  if (chunk.length === 0) return;
  connection.received += chunk.length;
  if (connection.parts === NOTHING) connection.parts = [chunk];
  else connection.parts.push(chunk);
  if (connection.parts.length > MAX_PARTS) connection.parts = [Buffer.concat(connection.parts)];
}

/** Takes everything that has arrived. */
export function takeReceived(connection: ClientConnection): Buffer {
  const { parts } = connection;
  connection.parts = NOTHING;
  connection.received = connection.needed = 0;
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Closes the account when no body is waited for any more. */
export function closeAccount(connection: ClientConnection): void {
  connection.account?.close();
  connection.account = undefined;
}
