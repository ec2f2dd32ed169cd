import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { OperationName } from "#client/client.ts";
import { basic } from "./raw.ts";

export interface SlowRequest {
  readonly socket: Socket;
  /** Sends the rest of the body, and waits for the response. */
  finish(): Promise<{ readonly status: number; readonly json: Record<string, unknown> }>;
}

export interface SlowRequestOptions {
  readonly url: string;
  readonly operation: OperationName;
  readonly args?: object | undefined;
  readonly as?: { readonly email?: string; readonly apiKey?: string };
  /** A browser's cookie, in place of a key. */
  readonly cookie?: string;
  /** Sends a file of these bytes, as multipart; its first half is sent before the rest of the body. */
  readonly file?: Buffer;
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const BOUNDARY = "a-line-between-parts";

/**
 * A request whose head has been processed and whose body has not arrived yet. The server sends 100 Continue in the same
 * turn of its event loop in which it authenticates the caller, so a client that has read it knows that the caller was
 * admitted.
 */
export async function beginSlowRequest(options: SlowRequestOptions): Promise<SlowRequest> {
  const { url, operation, args, as, cookie, file } = options;
  const { method, path, fields } = formOf(operation, args ?? {});
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  const type = file === undefined ? "application/x-www-form-urlencoded" : `multipart/form-data; boundary=${BOUNDARY}`;
  const [before, after] = file === undefined ? ["", fields.toString()] : halvesOf(fields, file);
  const authorization = as?.email === undefined ? "" : `Authorization: ${basic(as.email, as.apiKey ?? "")}\r\n`;
  const browser = cookie === undefined ? "" : `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
  const prefix = cookie === undefined ? "/api/v1" : "/json";
  socket.write(
    `${method} ${prefix}${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}${browser}Connection: close\r\n` +
      `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`,
  );
  // A refusal may arrive before all of the body has been sent.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let heard = "";
  socket.on("data", (data) => (heard += String(data)));
  while (heard.length < CONTINUE.length) await once(socket, "data");
  assert.ok(heard.startsWith(CONTINUE), heard);
  writeChunk(socket, before);
  return {
    socket,
    async finish() {
      writeChunk(socket, after);
      socket.write("0\r\n\r\n");
      await closed;
      const answer = heard.replace(CONTINUE, "");
      const json = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)) as Record<string, unknown>;
      return { status: Number(answer.slice(9, 12)), json };
    },
  };
}

function writeChunk(socket: Socket, content: string | Buffer): void {
  if (content.length === 0) return;
  socket.write(`${Buffer.byteLength(content).toString(16)}\r\n`);
  socket.write(content);
  socket.write("\r\n");
}

/** The form as the client sends it. */
function formOf(operation: OperationName, args: object): { method: string; path: string; fields: URLSearchParams } {
  const [method, pattern] = operation.split(" ") as [string, string];
  const fields = new URLSearchParams();
  const path = Object.entries(args).reduce((target, [name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (target.includes(`{${name}}`)) return target.replace(`{${name}}`, encodeURIComponent(text));
    fields.set(name, text);
    return target;
  }, pattern);
  return { method, path, fields };
}

function halvesOf(fields: URLSearchParams, file: Buffer): [Buffer, Buffer] {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = [...fields].map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`).join("");
  const begun = `${texts}${part('name="file"; filename="file.png"')}Content-Type: image/png\r\n\r\n`;
  const half = Math.floor(file.length / 2);
  return [
    Buffer.concat([Buffer.from(begun), file.subarray(0, half)]),
    Buffer.concat([file.subarray(half), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  ];
}
