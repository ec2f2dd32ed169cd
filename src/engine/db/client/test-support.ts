import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { type DatabaseClient, type ClientOptions, createClient } from "./client.ts";
import { parseTarget } from "./wire/target.ts";

/** A client of a test, which ends with it. */
export function clientOf(t: TestContext, url: string, options: Partial<ClientOptions> = {}): DatabaseClient {
  const client = createClient({
    target: parseTarget(url),
    settings: { application_name: "client test" },
    max: 1,
    isPrepared: true,
    isPrimary: false,
    ...options,
  });
  t.after(() => client.end({ timeout: 0 }));
  return client;
}

/** A server on a port of its own, which closes with the test. */
export async function serve(t: TestContext, onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    onSocket(socket.on("error", () => {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Passes bytes on in one direction, and closes both ends after so many. */
export function passOn(from: Socket, to: Socket, limit: number): void {
  let left = limit;
  from.on("data", (chunk: Buffer) => {
    const passed = chunk.subarray(0, left);
    left -= passed.length;
    to.write(passed);
    if (left > 0) return;
    to.end();
    from.destroy();
  });
  from.on("close", () => to.end());
}

/** A connection to the database of a test, through whatever the test does to it. */
export const toSocketFile = (path: string): Socket => connect(path).on("error", () => {});

/** A message of a server. */
export const letter = (type: string, ...body: readonly number[]): Buffer => {
  const header = Buffer.alloc(5, type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, Buffer.from(body)]);
};
export const word = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

/** Lets a client in. */
export const WELCOME = Buffer.concat([letter("R", ...word(0)), letter("Z", 73)]);
