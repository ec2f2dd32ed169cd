import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * The least HTTP that measures a server without being measured itself: prepared bytes go out, and an answer ends where
 * its Content-Length says. One request at a time on each connection.
 */
export interface Wire {
  /** The body of a 2xx answer; anything else is an error. */
  ask(request: Buffer | string): Promise<Buffer>;
  /** The whole of the newest answer's head, for whoever imitates it. */
  readonly head: string;
  close(): void;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const STATUS_AT = "HTTP/1.1 ".length;
const SUCCESS = "2".charCodeAt(0);

export async function openWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return wireOn(socket);
}

export const openWires = (port: number, count: number): Promise<Wire[]> =>
  Promise.all(Array.from({ length: count }, () => openWire(port)));

function wireOn(socket: Socket): Wire {
  let pending: PromiseWithResolvers<Buffer> | undefined;
  let chunks: Buffer[] = [];
  let gathered = 0;
  let expected: number | undefined;
  let bodyAt = 0;
  let head = "";

  const fail = (error: Error) => {
    pending?.reject(error);
    pending = undefined;
  };
  const finish = () => {
    const answer = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks = [];
    gathered = 0;
    expected = undefined;
    const done = pending;
    pending = undefined;
    const body = answer.subarray(bodyAt);
    if (answer[STATUS_AT] === SUCCESS) done?.resolve(body);
    else done?.reject(new Error(`a request was refused: ${body.toString()}`));
  };
  /** Until the head is complete, what came so far is kept as one chunk. */
  const readHead = () => {
    const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks = [whole];
    const end = whole.indexOf(HEAD_END);
    if (end < 0) return;
    head = whole.latin1Slice(0, end);
    bodyAt = end + HEAD_END.length;
    expected = bodyAt + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  };

  socket.on("data", (chunk) => {
    chunks.push(chunk);
    gathered += chunk.length;
    if (expected === undefined) readHead();
    if (expected !== undefined && gathered >= expected) finish();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed a connection")));

  return {
    ask(request) {
      pending = Promise.withResolvers<Buffer>();
      socket.write(request);
      return pending.promise;
    },
    get head() {
      return head;
    },
    close: () => socket.destroy(),
  };
}
