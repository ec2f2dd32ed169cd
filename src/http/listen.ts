import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * Listens with several sockets on one port, among which the kernel divides new connections. libuv accepts one connection
 * of a socket in each turn of the event loop (libuv#3696). Under load a turn takes a tenth of a second: with one socket
 * 512 connections waited to be accepted, most of which their clients had given up.
 */
const LISTENERS = 16;
/** Elsewhere the option of the socket is missing, or does not divide connections. */
const CAN_SHARE = process.platform === "linux";

/** What `node:http` sets for its own connections. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true };

export interface Listening {
  readonly port: number;
  /** Stops accepting connections. Resolves when all connections have ended. */
  close(): Promise<void>;
}

export async function listenOn(server: HttpServer, host: string, port: number): Promise<Listening> {
  if (CAN_SHARE) await checkPortIsFree({ port, host });
  const first = await listen(server, host, port, CAN_SHARE);
  const others: Server[] = [];
  try {
    while (CAN_SHARE && others.length < LISTENERS - 1) {
      const other = createServer(AS_HTTP, (socket) => server.emit("connection", socket));
      await listen(other, host, first, true);
      others.push(other);
    }
  } catch (error) {
    for (const other of [server, ...others]) other.close();
    throw error;
  }
  return {
    port: first,
    async close() {
      const all = [server, ...others];
      const closed = all.map((server) => once(server, "close"));
      for (const server of all) server.close();
      await Promise.all(closed);
    },
  };
}

async function listen(server: Server, host: string, port: number, reusePort: boolean): Promise<number> {
  server.listen({ host, port, reusePort });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Fails as a server does that cannot listen there. A socket that shares its port does not notice another server. */
export async function checkPortIsFree({ port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  const probe = createServer();
  await listen(probe, host, port, false);
  const closed = once(probe, "close");
  probe.close();
  await closed;
}
