import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * A minimal HTTP client that hardly adds to what it measures: prepared bytes are sent, and a response ends where its
 * Content-Length says. One request at a time on each connection.
 */
export interface Wire {
  /** The body of a 2xx response; anything else is an error. */
  ask(request: Buffer | string): Promise<Buffer>;
  /** Any response; the only error is that there is none. */
  exchange(request: Buffer | string): Promise<Reply>;
  readonly isOpen: boolean;
  close(): void;
}

export interface Reply {
  readonly status: number;
  /** Its head as bytes, for the few who read headers. */
  readonly head: Buffer;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("Content-Length: ");
const LENGTH_LOWER = Buffer.from("content-length: ");
const ZERO = "0".charCodeAt(0);
const STATUS_AT = "HTTP/1.1 ".length;
const STATUS_END = STATUS_AT + 3;

export async function openWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return wireOn(socket);
}

export const openWires = (port: number, count: number): Promise<Wire[]> =>
  Promise.all(Array.from({ length: count }, () => openWire(port)));

/** Parses the number in place: making a string of every head would cost as much as all the rest. */
function lengthIn(answer: Buffer, headEnd: number): number {
  let at = answer.indexOf(LENGTH);
  if (at < 0 || at > headEnd) at = answer.indexOf(LENGTH_LOWER);
  if (at < 0 || at > headEnd) return 0;
  let length = 0;
  for (at += LENGTH.length; at < headEnd; at += 1) {
    const digit = (answer[at] as number) - ZERO;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  return length;
}

function wireOn(socket: Socket): Wire {
  let pending: { settle(reply: Reply): void; fail(error: Error): void } | undefined;
  let chunks: Buffer[] = [];
  let gathered = 0;
  let expected: number | undefined;
  let bodyAt = 0;

  const fail = (error: Error) => {
    pending?.fail(error);
    pending = undefined;
  };
  const finish = () => {
    const answer = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks = [];
    gathered = 0;
    expected = undefined;
    const done = pending;
    pending = undefined;
    const status = Number(answer.toString("latin1", STATUS_AT, STATUS_END));
    done?.settle({ status, head: answer.subarray(0, bodyAt), body: answer.subarray(bodyAt) });
  };
  /** Until the head is complete, the bytes so far are kept as one chunk. */
  const readHead = () => {
    const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks = [whole];
    const end = whole.indexOf(HEAD_END);
    if (end < 0) return;
    bodyAt = end + HEAD_END.length;
    expected = bodyAt + lengthIn(whole, end);
  };

  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    gathered += chunk.length;
    if (expected === undefined) readHead();
    if (expected !== undefined && gathered >= expected) finish();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed a connection")));

  const write = <Value>(request: Buffer | string, settleWith: (reply: Reply) => Value): Promise<Value> => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    // When a benchmark ends, nothing handles the rejection of a poll that is still parked.
    promise.catch(() => {});
    pending = {
      settle(reply) {
        try {
          resolve(settleWith(reply));
        } catch (error) {
          reject(error);
        }
      },
      fail: reject,
    };
    if (socket.destroyed) fail(new Error("the connection is closed"));
    else if (typeof request === "string") socket.write(request, "latin1");
    else socket.write(request);
    return promise;
  };

  return {
    ask: (request) => write(request, successOf),
    exchange: (request) => write(request, (reply) => reply),
    get isOpen() {
      return socket.writable && socket.readable;
    },
    close: () => socket.destroy(),
  };
}

function successOf({ status, body }: Reply): Buffer {
  if (status < 200 || status > 299) throw new Error(`a request was refused: ${body.toString()}`);
  return body;
}
