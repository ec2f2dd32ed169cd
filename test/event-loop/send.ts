import { once } from "node:events";
import type { Socket } from "node:net";
import type { Caller, CallerKind } from "../fuzz/callers.ts";
import { open, pipelined } from "../fuzz/exchange.ts";
import type { HeavyCase, HeavyMail, HeavyRequest } from "./cases/heavy-case.ts";

/** Where requests and mails go. */
export interface Place {
  readonly port: number;
  readonly callers: Readonly<Record<CallerKind, Caller>>;
  readonly mail: { readonly port: number; readonly address: string };
}

/** A request or a mail as bytes. */
export interface Outgoing {
  readonly kind: "request" | "read" | "mail";
  readonly bytes: Buffer;
}

let sent = 0;

export function outgoing({ callers, mail }: Place, { caller, request }: HeavyCase): Outgoing {
  const made = request((sent += 1));
  if ("mail" in made) return { kind: "mail", bytes: mailBytes(made, mail.address) };
  const { prefix, credentials } = callers[caller];
  return { kind: made.isRead === true ? "read" : "request", bytes: requestBytes(made, prefix, credentials) };
}

function requestBytes({ start, headers, body, isRead }: HeavyRequest, prefix: string, credentials: readonly string[]) {
  const head = [
    `${start.replace("{prefix}", prefix)} HTTP/1.1`,
    "Host: localhost",
    ...credentials,
    ...headers,
    ...(isRead === true ? ["Connection: close"] : []),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

function mailBytes({ mail, isWhole }: HeavyMail, address: string): Buffer {
  if (isWhole === true) return Buffer.concat([Buffer.from("EHLO x\r\n"), mail, Buffer.from("\r\nQUIT\r\n")]);
  const start = `EHLO x\r\nMAIL FROM:<ophelia@example.com>\r\nRCPT TO:<${address}>\r\nDATA\r\n`;
  return Buffer.concat([Buffer.from(start), mail, Buffer.from("\r\n.\r\nQUIT\r\n")]);
}

/** Sends all, and returns when everything is answered: with the statuses of requests, and the codes of mails. */
export async function statusesOf(place: Place, all: readonly Outgoing[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < all.length;) {
    const { kind, bytes } = all[at] as Outgoing;
    const length = all.slice(at).findIndex((other) => other.kind !== "request");
    const requests = all.slice(at, length < 0 ? all.length : at + length);
    if (kind === "mail") statuses.push(await mailCode(place.mail.port, bytes));
    else if (kind === "read") statuses.push(await readStatus(place.port, bytes));
    else statuses.push(...(await requestStatuses(place.port, requests)));
    at = statuses.length;
  }
  return statuses;
}

async function requestStatuses(port: number, requests: readonly Outgoing[]): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < requests.length) {
    const rest = requests.slice(statuses.length).map(({ bytes }) => bytes);
    const answers = await pipelined(port, rest, []);
    // A server ends a connection whose body it has refused.
    statuses.push(...(answers.length > 0 ? answers.map(({ status }) => status) : [0]));
  }
  return statuses;
}

const TIMEOUT_MS = 60_000;

/** The status of a request whose response may be large: it is not kept. */
async function readStatus(port: number, bytes: Buffer): Promise<number> {
  const socket = open(port);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  socket.write(bytes);
  let status = 0;
  socket.on("data", (data: Buffer) => (status ||= Number(data.toString("latin1", 9, 12))));
  await closed(socket);
  return status;
}

/** The last code before that of `QUIT`. */
async function mailCode(port: number, bytes: Buffer): Promise<number> {
  const socket = open(port);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  let text = "";
  socket.on("data", (data) => (text = (text + String(data)).slice(-10_000)));
  // A client that does not wait for the greeting is cut off.
  await once(socket, "data");
  socket.write(bytes);
  await closed(socket);
  const codes = [...text.matchAll(/^(\d{3}) /gm)].map(([, code]) => Number(code));
  return codes.findLast((code) => code !== 221) ?? 0;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, "close");
}
