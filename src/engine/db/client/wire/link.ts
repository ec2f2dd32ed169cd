import type { Socket } from "node:net";
import { createAuthentication } from "./authentication.ts";
import { cancelSession } from "./cancel.ts";
import { connectionError, parseError, unsent } from "./errors.ts";
import { createInput, garbled, type OnMessage, terminatedText } from "./input.ts";
import { MESSAGES } from "./messages.ts";
import { startupMessage } from "./requests.ts";
import { nameOf, openSocket } from "./socket.ts";
import type { ServerAddress, Target } from "./target.ts";

/** A connection whose server is ready for statements. */
export interface Link {
  readonly socket: Socket;
  readonly address: string;
  /** What the server has said about itself and the session. */
  readonly server: ReadonlyMap<string, string>;
  /** Has the server cancel what it executes now. Resolves when that has been passed on. */
  readonly cancel: () => Promise<void>;
  /** Called with each message from now on. */
  onMessage: OnMessage;
  /** Called once, when the connection is lost, with the error of the socket if there was one. */
  onLost: (error: Error | undefined) => void;
}

/** A server that does not know its client yet sends nothing longer. */
const MAX_GREETING_BYTES = 100_000;
/** PostgreSQL makes no larger messages. */
const MAX_MESSAGE_BYTES = 2 ** 30;
const CONNECT_MS = 10_000;

/** Opens a connection. Whatever fails, nothing was sent yet: the error says so, see `isUnsent` in engine/db/failure.ts. */
export async function openLink(
  address: ServerAddress,
  target: Target,
  settings: Readonly<Record<string, string>>,
  ended: AbortSignal,
): Promise<Link> {
  const name = nameOf(address);
  const late = AbortSignal.timeout(target.connectMs ?? CONNECT_MS);
  const signal = AbortSignal.any([late, ended]);
  try {
    const socket = await openSocket(address, target.tls, signal);
    return await greet(socket, address, target, settings, signal);
  } catch (error) {
    const reason = ended.aborted
      ? connectionError("CONNECTION_DESTROYED", name)
      : late.aborted
        ? connectionError("CONNECT_TIMEOUT", name)
        : error;
    throw unsent(reason as Error);
  }
}

function greet(
  socket: Socket,
  address: ServerAddress,
  target: Target,
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Link> {
  const { promise, resolve, reject } = Promise.withResolvers<Link>();
  const name = nameOf(address);
  const server = new Map<string, string>();
  let cancelKey: Buffer | undefined;
  const authentication = createAuthentication(socket, target);
  const fail = (error: unknown) => {
    const reason = readable(error);
    reject(reason);
    socket.destroy(reason);
  };
  const link: Link = {
    socket,
    address: name,
    server,
    cancel: () => cancelSession(address, target, cancelKey),
    onMessage(type, bytes, start, end) {
      if (type === MESSAGES.authentication) authentication.take(bytes, start, end)?.catch(fail);
      else if (type === MESSAGES.parameterStatus) {
        const { text, next } = terminatedText(bytes, start, end);
        server.set(text, terminatedText(bytes, next, end).text);
      } else if (type === MESSAGES.error) fail(parseError(bytes, start, end));
      else if (type === MESSAGES.ready && authentication.isDone()) {
        signal.removeEventListener("abort", onAbort);
        resolve(link);
      } else if (type === MESSAGES.backendKey) cancelKey = Buffer.from(bytes.subarray(start, end));
      else if (type !== MESSAGES.notice) fail(garbled(`message ${type} at the start`));
    },
    onLost: (error) => fail(error ?? connectionError("CONNECTION_CLOSED", name)),
  };
  const onAbort = () => fail(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  attach(socket, link);
  const { user, database } = target;
  socket.write(startupMessage({ user, database, client_encoding: "UTF8", ...settings, ...target.settings }));
  if (signal.aborted) onAbort();
  return promise;
}

/** What a message that is too short for what it says leads to, where it is read. */
const readable = (error: unknown): Error =>
  error instanceof RangeError ? garbled("a message that ends too early") : (error as Error);

/** Until the server is ready, its messages are short; only then may it send rows. */
function attach(socket: Socket, link: Link): void {
  let isOpen = false;
  const take = createInput(
    (type, bytes, start, end) => {
      link.onMessage(type, bytes, start, end);
      isOpen ||= type === MESSAGES.ready;
    },
    () => (isOpen ? MAX_MESSAGE_BYTES : MAX_GREETING_BYTES),
  );
  let failure: Error | undefined;
  socket.on("data", (chunk: Buffer) => {
    if (socket.destroyed) return;
    try {
      take(chunk);
    } catch (error) {
      // Whatever cannot be read ends the connection: the next message would begin anywhere.
      failure = readable(error);
      socket.destroy();
    }
  });
  socket.on("error", (error) => (failure ??= error));
  socket.on("close", () => link.onLost(failure));
}
