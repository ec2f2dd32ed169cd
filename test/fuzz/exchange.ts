import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";

/** A response as it came over the socket. */
export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const END_OF_HEAD = "\r\n\r\n";
const NEXT = Buffer.from("HTTP/1.");
const CONTINUE = /^HTTP\/1\.1 100 /;

interface Parsed {
  readonly answers: WireAnswer[];
  /** Where the bytes after the last whole response begin. */
  readonly end: number;
}

/**
 * The responses in some bytes, given the methods of the requests: one to HEAD has no body. Where they are not known,
 * `isAll` says that no more bytes come, so that a missing body is none.
 */
export function answersIn(bytes: Buffer, methods: readonly string[] = [], isAll = false): Parsed {
  const answers: WireAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(END_OF_HEAD, at);
    if (end < 0) return { answers, end: at };
    const head = bytes.toString("latin1", at, end);
    const bodyAt = end + END_OF_HEAD.length;
    if (CONTINUE.test(head)) {
      at = bodyAt;
      continue;
    }
    const isMissing = isAll && (bodyAt === bytes.length || bytes.subarray(bodyAt, bodyAt + 7).equals(NEXT));
    const isHead = methods[answers.length] === "HEAD" || isMissing;
    const body = isHead ? { text: "", end: bodyAt } : bodyIn(bytes, bodyAt, head);
    if (body === undefined) return { answers, end: at };
    answers.push({ status: Number(head.slice(9, 12)), head, body: body.text });
    at = body.end;
  }
}

function bodyIn(bytes: Buffer, from: number, head: string): { text: string; end: number } | undefined {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return chunksIn(bytes, from);
  const end = from + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < end) return undefined;
  const content = bytes.subarray(from, end);
  const isCompressed = /\r\ncontent-encoding: gzip/i.test(head) && content.length > 0;
  return { text: (isCompressed ? gunzipSync(content) : content).toString("utf8"), end };
}

function chunksIn(bytes: Buffer, from: number): { text: string; end: number } | undefined {
  let [text, at] = ["", from];
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const end = line + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { text, end };
    text += bytes.toString("utf8", line + 2, line + 2 + size);
    at = end;
  }
}

export const open = (port: number): Socket => connect({ port, host: "127.0.0.1", noDelay: true }).on("error", () => {});

const TIMEOUT_MS = 60_000;

/** Sends requests on one connection, all at once, and reads the responses; fewer, if the server ends it before. */
export function pipelined(port: number, texts: readonly Buffer[], methods: readonly string[]): Promise<WireAnswer[]> {
  const socket = open(port);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  socket.write(Buffer.concat(texts));
  return new Promise((resolve) => {
    const answers: WireAnswer[] = [];
    let rest: Buffer = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      resolve(answers);
    };
    socket.on("data", (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const parsed = answersIn(rest, methods.slice(answers.length));
      answers.push(...parsed.answers);
      rest = rest.subarray(parsed.end);
      if (answers.length >= texts.length) finish();
    });
    socket.once("close", finish);
  });
}
