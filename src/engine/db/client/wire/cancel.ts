import { once } from "node:events";
import { connectionError } from "./errors.ts";
import { cancelRequest } from "./requests.ts";
import { nameOf, openSocket } from "./socket.ts";
import type { ServerAddress, Target } from "./target.ts";

const CANCEL_MS = 10_000;

/** Has a server cancel what a session executes, on a connection of its own. Resolves when the session has been told. */
export async function cancelSession(address: ServerAddress, { tls }: Target, key: Buffer | undefined): Promise<void> {
  if (key === undefined) throw connectionError("CONNECTION_GARBLED", `${nameOf(address)} has sent no key to cancel by`);
  const signal = AbortSignal.timeout(CANCEL_MS);
  const socket = await openSocket(address, tls, signal);
  try {
    const closed = once(socket.resume(), "close", { signal });
    socket.write(cancelRequest(key));
    await closed;
  } finally {
    socket.on("error", () => {});
    socket.destroy();
  }
}
