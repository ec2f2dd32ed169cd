import type { Socket } from "node:net";
import type { BodyAccount } from "../bodies/body-budget.ts";
import type { RepeatedPoll } from "./repeated-poll.ts";

/** A connection that is served here. There may be many thousands, so each is this and nothing more. */
export interface ClientConnection {
  readonly socket: Socket;
  /** What has come and is not served yet. */
  parts: Buffer[];
  held: number;
  /** How much must have come before it is worth a look, and since when that is waited for. */
  needed: number;
  waitsSince: number;
  /** Of the body that is waited for. */
  account: BodyAccount | undefined;
  isBusy: boolean;
  /** Whether more may follow what is served now. */
  keepsAlive: boolean;
  /** Whether the client has said all that it will say. */
  hasEnded: boolean;
  onGone: (() => void) | undefined;
  repeatedPoll: RepeatedPoll | undefined;
}

const NOTHING: Buffer[] = [];
/** Each costs hundreds of bytes, however small it is, and a client may send them one by one. */
const MOST_PARTS = 64;

export const newConnection = (socket: Socket): ClientConnection => ({
  socket,
  parts: NOTHING,
  held: 0,
  needed: 0,
  waitsSince: 0,
  account: undefined,
  isBusy: false,
  keepsAlive: true,
  hasEnded: false,
  onGone: undefined,
  repeatedPoll: undefined,
});

/** Keeps what has come. */
export function hold(connection: ClientConnection, chunk: Buffer): void {
  if (chunk.length === 0) return;
  connection.held += chunk.length;
  if (connection.parts === NOTHING) connection.parts = [chunk];
  else connection.parts.push(chunk);
  if (connection.parts.length > MOST_PARTS) connection.parts = [Buffer.concat(connection.parts)];
}

/** All that has come; nothing is held then. */
export function takeHeld(connection: ClientConnection): Buffer {
  const { parts } = connection;
  connection.parts = NOTHING;
  connection.held = connection.needed = 0;
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Nothing more is waited for. */
export function closeAccount(connection: ClientConnection): void {
  connection.account?.close();
  connection.account = undefined;
}
