import { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import { overloaded } from "../bodies/body-budget.ts";
import { ApiError, badRequest } from "../../platform/errors.ts";
import type { ArrivingBody, Body } from "../exchange.ts";

/** A file that is still on its way. Its bytes come as fast as they are taken, and end in an error if the body does. */
export interface IncomingFile {
  readonly name: string;
  /** As the sender says; `text/plain` where they say nothing. */
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
  /**
   * Takes no more of it. To be called in the end, whatever happened: a client hears of a refusal only if what it is still
   * sending goes somewhere, though that is nowhere.
   */
  readonly close: () => void;
}

/** What a body brings before its file, and the file, if there is one. */
export interface IncomingForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: IncomingFile | undefined;
}

type Parser = InstanceType<typeof Busboy.Busboy>;

/** Far more than any endpoint declares. */
export const MOST_FIELDS = 200;
const LONGEST_FIELD = 64 * 1024;
/** Of a body without its file. */
const MOST_BESIDE = 1024 * 1024;

export const malformed = () => badRequest("Malformed multipart body");
const tooMany = () => badRequest("You may only upload one file at a time");

/** Reads a multipart body as far as its file, which whoever gets it reads on. A second one ends the first in a refusal. */
export function incomingForm(contentType: string, body: Body): Promise<IncomingForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let file: Readable | undefined;
    const parser = parserFor(contentType, { fieldSize: LONGEST_FIELD, files: 2 });
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body.stream;
    const { whole, fail } = parsed(source, parser, () => file !== undefined && !file.readableEnded);
    if (!Buffer.isBuffer(body)) keepAccount(body, fail);
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (_field, stream: Readable, name, _encoding, type) => {
      // Also while nobody reads it: an error that nobody hears would end the process.
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

/** Its bytes are passed on, not held; those who send them slowly go first all the same. */
function keepAccount({ stream, account }: ArrivingBody, fail: (error: ApiError) => void): void {
  stream.on("data", (part: Buffer) => account.arrived(part.length));
  stream.once("end", () => account.finish());
  account.onShed(() => fail(overloaded()));
}

/** Waits until all is parsed. The source is not ended by what is wrong with the body: the answer takes its connection. */
function parsed(source: Readable, parser: Parser, isInFile: () => boolean) {
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: ApiError) => {
    source.unpipe(parser).resume();
    reject(error);
  };
  let beside = 0;
  source.on("data", (part: Buffer) => {
    if (!isInFile()) beside += part.length;
    if (beside > MOST_BESIDE) fail(malformed());
  });
  parser.once("finish", resolve).on("error", () => fail(malformed()));
  source.once("error", () => fail(malformed())).once("close", () => source.readableEnded || fail(malformed()));
  source.pipe(parser);
  return { whole, fail };
}

export function parserFor(contentType: string, limits: { readonly fieldSize: number; readonly files: number }): Parser {
  try {
    return new Busboy.Busboy({ headers: { "content-type": contentType }, limits: { fields: MOST_FIELDS, ...limits } });
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
