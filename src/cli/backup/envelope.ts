/**
 * The file of a backup: a line with the version of the format, a line of JSON about its encryption, the content
 * (compressed, then encrypted if there is a passphrase), and the SHA-256 of all bytes before it.
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { ConfigError } from "#config/config.ts";
import { decrypted, encrypted, type Encryption, isEncryption, newEncryption } from "./cipher.ts";
import type { Bytes } from "#platform/bytes.ts";
import { counted } from "./pieces.ts";

const NAME = "parley-backup";
/** Raised with every change that an older Parley would not understand. */
const FORMAT = 1;
const DIGEST = 32;
/** The two lines are shorter than this. */
const MAX_HEAD_LENGTH = 1024;

/** The bytes of the file. */
export async function* sealed(content: Bytes, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const encryption = passphrase === undefined ? undefined : newEncryption();
  const packed = through(content, createZstdCompress());
  const body =
    encryption === undefined || passphrase === undefined ? packed : encrypted(packed, encryption, passphrase);
  const hash = createHash("sha256");
  const head = Buffer.from(`${NAME} ${FORMAT}\n${JSON.stringify({ encryption })}\n`);
  hash.update(head);
  yield head;
  for await (const bytes of body) {
    hash.update(bytes);
    yield bytes;
  }
  yield hash.digest();
}

/** A file whose checksum is right. */
export interface Envelope {
  readonly isEncrypted: boolean;
  /** The content; `onRead` is told how much of the file has been read, from 0 to 1. */
  content(passphrase: string | undefined, onRead: (share: number) => void): Bytes;
}

/** Reads the whole file once, so that nothing is restored from a damaged one. */
export async function openEnvelope(handle: FileHandle): Promise<Envelope> {
  const { size } = await handle.stat();
  const { length, encryption } = await readHead(handle);
  if (!(await hasRightChecksum(handle, size))) {
    throw new ConfigError("The backup is incomplete or damaged: its checksum is wrong. Nothing was restored.");
  }
  return {
    isEncrypted: encryption !== undefined,
    content(passphrase = "", onRead) {
      const body = counted(read(handle, length, size - DIGEST), (bytes) => onRead(bytes / size));
      return through(encryption === undefined ? body : decrypted(body, encryption, passphrase), createZstdDecompress());
    },
  };
}

async function readHead(handle: FileHandle): Promise<{ length: number; encryption: Encryption | undefined }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEAD_LENGTH), 0, MAX_HEAD_LENGTH, 0);
  const text = buffer.subarray(0, bytesRead).toString("latin1");
  const [all, version, json = ""] = /^parley-backup (\d{1,6})\n(?:(\{.*\})\n)?/.exec(text) ?? [];
  if (all === undefined) throw new ConfigError("The file is not a backup that Parley has made.");
  if (Number(version) > FORMAT) {
    throw new ConfigError(
      `The backup has format ${version} and this Parley knows only ${FORMAT}: it was made by a newer version.`,
    );
  }
  const { encryption } = parsed(json);
  if (encryption !== undefined && !isEncryption(encryption)) throw unreadable();
  return { length: all.length, encryption };
}

function parsed(json: string): { encryption?: unknown } {
  try {
    return JSON.parse(json) as { encryption?: unknown };
  } catch {
    throw unreadable();
  }
}

const unreadable = () => new ConfigError("The beginning of the backup is damaged. Nothing was restored.");

async function hasRightChecksum(handle: FileHandle, size: number): Promise<boolean> {
  if (size < DIGEST) return false;
  const hash = createHash("sha256");
  for await (const bytes of read(handle, 0, size - DIGEST)) hash.update(bytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(DIGEST), 0, DIGEST, size - DIGEST);
  return bytesRead === DIGEST && hash.digest().equals(buffer);
}

/** The bytes from one place to before another. */
const read = (handle: FileHandle, start: number, end: number): Bytes =>
  end <= start ? Readable.from([]) : handle.createReadStream({ start, end: end - 1, autoClose: false });

/** What a stream makes of the bytes. A fault of either ends both. */
function through(bytes: Bytes, stream: NodeJS.ReadWriteStream): Bytes {
  // The fault reaches whoever reads the stream.
  pipeline(Readable.from(bytes, { objectMode: false }), stream, () => {});
  return stream as unknown as Bytes;
}
