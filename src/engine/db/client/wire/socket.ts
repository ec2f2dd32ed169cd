import { once } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { connectionError } from "./errors.ts";
import { garbled } from "./input.ts";
import { SSL_REQUEST } from "./requests.ts";
import type { ServerAddress, Tls } from "./target.ts";

const KEEP_ALIVE_MS = 60_000;
const HAS_TLS = "S";

export const nameOf = (address: ServerAddress): string =>
  "path" in address ? address.path : `${address.host}:${address.port}`;

/** Opens a socket to a server, with TLS if that is wanted. A socket file needs none. */
export async function openSocket(address: ServerAddress, tls: Tls | undefined, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlain({ ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  try {
    await once(socket, "connect", { signal });
    if (tls === undefined || "path" in address) return socket;
    if (!tls.isDirect && !(await hasTls(socket, address, tls, signal))) return socket;
    return await secured(socket, address.host, tls, signal);
  } catch (error) {
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  }
}

/** The response is one byte. More than that was put there by somebody between, before there is TLS. */
async function hasTls(socket: Socket, address: ServerAddress, tls: Tls, signal: AbortSignal): Promise<boolean> {
  const closed = new AbortController();
  socket.once("close", () => closed.abort(connectionError("CONNECTION_CLOSED", nameOf(address))));
  socket.write(SSL_REQUEST);
  const both = AbortSignal.any([signal, closed.signal]);
  const [response] = (await once(socket, "data", { signal: both }).catch((error: unknown) => {
    throw closed.signal.aborted ? closed.signal.reason : error;
  })) as [Buffer];
  if (response.length !== 1) throw garbled("bytes before TLS");
  if (response.toString() === HAS_TLS) {
    // TLS reads by itself; without it the next who listens expects a socket that flows.
    socket.pause();
    return true;
  }
  if (tls.isOptional) return false;
  throw new Error(`the database at ${nameOf(address)} has no TLS`);
}

async function secured(socket: Socket, host: string, tls: Tls, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    rejectUnauthorized: tls.isVerified,
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls.isVerified && { host }),
    ...(tls.isDirect && { ALPNProtocols: ["postgresql"] }),
  });
  try {
    await once(secure, "secureConnect", { signal });
    return secure;
  } catch (error) {
    secure.on("error", () => {});
    secure.destroy();
    throw error;
  }
}
