import type { Socket } from "node:net";
import { responseLines, refusalResponse } from "../response.ts";
import { type BodyAccount, type BodyBudget, overloaded } from "./body-budget.ts";

/**
 * Counts the memory of heads that have begun to arrive on connections of `node:http`, which keeps up to 64 KiB of each
 * for ten seconds and tells nobody. They share the budget of bodies, as those of strangers: nobody has shown a key yet.
 * What came in the same packet as the end of the request before it is not counted.
 */
export interface UnfinishedHeads {
  /** A new connection waits for its first head. */
  open(socket: Socket): void;
  /** A request is over, and the connection waits for the next head. */
  expect(socket: Socket): void;
  /** The head is complete. */
  arrived(socket: Socket): void;
}

interface Expected {
  /** What the connection had read before this head began. */
  readonly before: number;
  account: BodyAccount | undefined;
  counted: number;
}

/** Parsers read by themselves, so that their progress is looked at from time to time. */
const LOOK_MS = 250;

export function createUnfinishedHeads(bodies: BodyBudget): UnfinishedHeads {
  const all = new Map<Socket, Expected>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    for (const [socket, head] of all) {
      const bytes = socket.bytesRead - head.before;
      if (bytes === head.counted) continue;
      head.account ??= openAccount(socket);
      head.account.arrived(bytes - head.counted);
      head.counted = bytes;
      head.account.hold(bytes);
    }
  };
  const openAccount = (socket: Socket): BodyAccount => {
    const account = bodies.open({ address: socket.remoteAddress, user: undefined });
    account.onShed(() => {
      forget(socket);
      refuse(socket);
    });
    return account;
  };
  const forget = (socket: Socket) => {
    all.get(socket)?.account?.close();
    all.delete(socket);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const expect = (socket: Socket) => {
    if (socket.destroyed) return;
    all.set(socket, { before: socket.bytesRead - socket.readableLength, account: undefined, counted: 0 });
    timer ??= setInterval(look, LOOK_MS).unref();
  };

  return {
    open(socket) {
      socket.once("close", () => forget(socket));
      expect(socket);
    },
    expect,
    arrived: forget,
  };
}

function refuse(socket: Socket): void {
  const { status, headers, body } = refusalResponse(overloaded());
  const own = { ...headers, "content-length": String(body.length), connection: "close" };
  socket.end(`HTTP/1.1 ${status} Service Unavailable\r\n${responseLines("", own)}\r\n${body}`);
  socket.destroySoon();
}
