import { once } from "node:events";
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type * as ldapts from "ldapts";
import { OutboundError } from "../errors.ts";
import { type ResolvedAddress, resolveName } from "../resolve.ts";

/** Where a directory of the operator is, and how it is spoken to. */
export interface DirectoryAddress {
  /** Tried in this order. */
  readonly urls: readonly string[];
  /** Whether connections that begin without encryption are encrypted before anything is said. */
  readonly startTls: boolean;
  /** The certificates that are believed, instead of those of the public Internet. */
  readonly ca: string | undefined;
}

/** For each step: connecting, and every answer that somebody waits for who logs in. */
export const STEP_MS = 5000;

/** Most servers have no directory: the library is loaded when one is first asked. */
export const ldapLibrary = (): Promise<typeof ldapts> => import("ldapts");

/** Connects to the first of the addresses that answers. */
export async function connectDirectory(address: DirectoryAddress, answerMs: number): Promise<ldapts.Client> {
  let failure: unknown;
  for (const url of address.urls) {
    try {
      return await connectTo(url, address, answerMs);
    } catch (error) {
      failure = error;
    }
  }
  throw directoryFailure(failure);
}

export const directoryFailure = (error: unknown): OutboundError => {
  const reason = error instanceof Error ? error.message.slice(0, 300) : "no address";
  return new OutboundError("unreachable", `The directory does not answer as it should: ${reason}`);
};

async function connectTo(url: string, { startTls, ca }: DirectoryAddress, answerMs: number): Promise<ldapts.Client> {
  const { Client } = await ldapLibrary();
  const { hostname, protocol, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "ldaps:";
  const at = {
    host,
    port: port === "" ? (isSecure ? 636 : 389) : Number(port),
    lookup: found(await addressesOf(host)),
  };
  const tls = {
    ...(ca !== undefined && { ca }),
    // An address has no server name, and is compared with those in the certificate as it is.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    minVersion: "TLSv1.2",
  } as const;
  const socket = isSecure ? connectSecure({ ...at, ...tls }) : connectPlain(at);
  await opened(socket, isSecure ? "secureConnect" : "connect");
  const said = isSecure ? [] : noteWhatIsSaid(socket);
  // The library would connect anew without a word after a connection is lost, without StartTLS: a password would follow in the open.
  const handOver = onlyOnce(socket);
  const client = new Client({
    url,
    timeout: answerMs,
    createConnection: handOver,
    createSecureConnection: ((upgraded: unknown) => {
      if (isSecure) return handOver();
      checkNothingElseWasSaid(said);
      return connectSecure({ ...tls, ...(upgraded as { readonly socket: Socket }) });
    }) as unknown as typeof connectSecure,
  });
  try {
    if (startTls && !isSecure) await inTime(client.startTLS(), () => socket.destroy());
    return client;
  } catch (error) {
    socket.destroy();
    await client.unbind().catch(() => {});
    throw error;
  }
}

async function opened(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
  // The library adds listeners of its own only when it takes the socket.
  socket.on("error", () => {});
  try {
    await inTime(once(socket, event), () => socket.destroy());
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function addressesOf(host: string): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolveName(host);
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  return addresses;
}

/** Answers the lookup of a name with what was found before: the system's would block one of few threads. */
const found =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_name, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };

function onlyOnce(socket: Socket): () => Socket {
  let isTaken = false;
  return () => {
    if (isTaken || socket.destroyed) throw new Error("the connection was lost");
    isTaken = true;
    return socket;
  };
}

/** More than this nobody says before the encryption. */
const MAX_CHUNKS = 20;

function noteWhatIsSaid(socket: Socket): Buffer[] {
  const chunks: Buffer[] = [];
  const note = (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunks.length >= MAX_CHUNKS) socket.off("data", note);
  };
  socket.on("data", note);
  return chunks;
}

/**
 * Before the encryption a server says one thing, that it begins. Whatever else has come is from somebody in between, who
 * wants it to be taken for an answer to what is sent encrypted.
 */
function checkNothingElseWasSaid(said: readonly Buffer[]): void {
  const bytes = Buffer.concat(said);
  if (bytes.length !== lengthOfFirst(bytes)) throw new Error("more was said before the encryption than that it begins");
}

/** The length of the message that bytes begin with, by BER: a tag, a length, the content. */
function lengthOfFirst(bytes: Buffer): number | undefined {
  const short = bytes[1];
  if (short === undefined) return undefined;
  if (short < 0x80) return 2 + short;
  const count = short & 0x7f;
  return count === 0 || count > 4 || bytes.length < 2 + count ? undefined : 2 + count + bytes.readUIntBE(2, count);
}

/** The library waits for a handshake for ever. */
export async function inTime<Result>(work: Promise<Result>, giveUp: () => void, ms = STEP_MS): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    giveUp();
    late.reject(new Error("it takes too long"));
  }, ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
