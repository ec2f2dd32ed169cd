import { Readable, Transform } from "node:stream";
import { createRequire } from "node:module";
import type busboy from "@fastify/busboy";
import { overloaded } from "../bodies/body-budget.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { ArrivingBody, Body } from "../exchange.ts";

/**
 * A file that is still arriving. Its bytes are read as fast as they are consumed; the stream fails if the body does.
 */
export interface IncomingFile {
  readonly name: string;
  /** The content type that the sender declared, or `text/plain`. */
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
  /**
   * Stops reading. It must be called in the end, whatever happened: a client reads a refusal only after its own bytes
   * were taken, so the rest of them is read and discarded.
   */
  readonly close: () => void;
}

/** The fields before the file, and the file, if there is one. */
export interface IncomingForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: IncomingFile | undefined;
}

type Parser = InstanceType<typeof busboy.Busboy>;

/** Far more than any endpoint declares. */
export const MAX_FIELDS = 200;
/** A part takes up to 0.1 ms: 87,000 of them, which fit beside a picture, held the event loop for nine seconds. */
const MAX_PARTS = 2 * MAX_FIELDS;
/** A parser reads to the end of what it is given, also when it has found too many parts. The shortest has 12 bytes. */
const MAX_AT_ONCE = 64 * 1024;
const MAX_AT_ONCE_OF_PARTS = 4 * 1024;
/** Each part begins so. A file has this once in 4 GiB, if its bytes are random. */
const BEFORE_PART = "\r\n--";
const FEW_PARTS = 50;
const MAX_FIELD_LENGTH = 64 * 1024;
/** The limit of a body without its file. */
const MAX_BESIDE = 1024 * 1024;

export const malformed = () => badRequest("Malformed multipart body");
const tooMany = () => badRequest("You may only upload one file at a time");

/** Reads a multipart body up to its file; the caller reads the file. A second file makes the first one fail. */
export function incomingForm(contentType: string, body: Body): Promise<IncomingForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let file: Readable | undefined;
    const parser = parserFor(contentType, { fieldSize: MAX_FIELD_LENGTH, files: 2 });
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body.stream;
    const { whole, fail } = parsed(source, parser, () => file !== undefined && !file.readableEnded);
    if (!Buffer.isBuffer(body)) keepAccount(body, fail);
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (_field, stream: Readable, name, _encoding, type) => {
      // The listener is needed also while nothing reads the stream: an error without a listener would end the process.
      stream.on("error", (error) => stream.destroy(error));
      if (file !== undefined) {
        fail(tooMany());
        return;
      }
      file = stream;
      const close = () => void source.unpipe().resume();
      resolve({ fields, file: { name, type, bytes: bytesOf(stream, whole), close } });
    });
    whole.then(
      () => resolve({ fields, file: undefined }),
      (error: Error) => {
        file?.destroy(error);
        reject(error);
      },
    );
  });
}

/** The bytes of a file are passed on, not kept; a slow sender is shed first all the same. */
function keepAccount({ stream, account }: ArrivingBody, fail: (error: ApiError) => void): void {
  stream.on("data", (part: Buffer) => account.arrived(part.length));
  stream.once("end", () => account.finish());
  account.onShed(() => fail(overloaded()));
}

/** Waits until everything is parsed. A bad body does not destroy its source: the response needs the connection. */
function parsed(source: Readable, parser: Parser, isInFile: () => boolean) {
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  const pieces = inPieces();
  const fail = (error: ApiError) => {
    source.unpipe(pieces).resume();
    pieces.unpipe(parser);
    reject(error);
  };
  let beside = 0;
  source.on("data", (part: Buffer) => {
    if (!isInFile()) beside += part.length;
    if (beside > MAX_BESIDE) fail(malformed());
  });
  parser.once("finish", resolve).on("error", () => fail(malformed()));
  parser.once("partsLimit", () => fail(malformed()));
  source.once("error", () => fail(malformed())).once("close", () => source.readableEnded || fail(malformed()));
  source.pipe(pieces).pipe(parser);
  return { whole, fail };
}

const inPieces = (): Transform =>
  new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (const piece of piecesOf(bytes)) this.push(piece);
      done();
    },
  });

/** The bytes for a parser, in pieces that cannot contain many parts. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_AT_ONCE) {
    const piece = bytes.subarray(at, at + MAX_AT_ONCE);
    if (mayHaveMany(piece)) {
      for (let start = 0; start < piece.length; start += MAX_AT_ONCE_OF_PARTS)
        yield piece.subarray(start, start + MAX_AT_ONCE_OF_PARTS);
    } else yield piece;
  }
}

function mayHaveMany(piece: Buffer): boolean {
  let count = 0;
  for (let at = piece.indexOf(BEFORE_PART); at >= 0; at = piece.indexOf(BEFORE_PART, at + 1)) {
    if ((count += 1) > FEW_PARTS) return true;
  }
  return false;
}

const load = createRequire(import.meta.url);

/** The parser takes hyphens after such a boundary for its own, and never comes to an end. */
const ONLY_HYPHENS = /boundary="?-+"?\s*(?:;|$)/i;

export function parserFor(contentType: string, limits: { readonly fieldSize: number; readonly files: number }): Parser {
  if (ONLY_HYPHENS.test(contentType)) throw malformed();
  // Loaded with the first such body: clients that upload nothing send none.
  const { Busboy } = load("@fastify/busboy") as typeof busboy;
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fields: MAX_FIELDS, parts: MAX_PARTS, ...limits },
    });
  } catch {
    throw malformed();
  }
}

async function* bytesOf(stream: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  try {
    for await (const part of stream) yield part as Buffer;
    await whole;
  } catch (error) {
    throw error instanceof ApiError ? error : malformed();
  }
}
