import { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import { badRequest } from "./errors.ts";

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

const MOST_FIELDS = 200;
const LONGEST_FIELD = 64 * 1024;

const malformed = () => badRequest("Malformed multipart body");

/**
 * Reads a multipart body as far as its file, which whoever gets it reads on. That there is a second one shows at the end
 * of the first: the bytes of the first then end in a refusal.
 */
export function incomingForm(contentType: string, body: Buffer | Readable): Promise<IncomingForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let first: Readable | undefined;
    let isOnly = true;
    const parser = parserFor(contentType);
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
    const whole = parsed(source, parser).catch((error: Error) => {
      first?.destroy(error);
      throw error;
    });
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (_field, stream: Readable, name, _encoding, type) => {
      // Also while nobody reads it: an error that nobody hears would end the process.
      stream.on("error", (error) => stream.destroy(error));
      if (first !== undefined) {
        isOnly = false;
        stream.resume();
        return;
      }
      first = stream;
      const close = () => void source.unpipe().resume();
      resolve({ fields, file: { name, type, bytes: bytesOf(stream, whole, () => isOnly), close } });
    });
    whole.then(() => resolve({ fields, file: undefined }), reject);
  });
}

/** Waits until all is parsed. The source is not ended by what is wrong with the body: the answer takes its connection. */
function parsed(source: Readable, parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      source.unpipe(parser).resume();
      reject(malformed());
    };
    parser.once("finish", resolve).on("error", fail);
    source.once("error", fail).once("close", () => source.readableEnded || fail());
    source.pipe(parser);
  });
}

function parserFor(contentType: string): Parser {
  try {
    return new Busboy.Busboy({
      headers: { "content-type": contentType },
      limits: { fields: MOST_FIELDS, fieldSize: LONGEST_FIELD, files: 2 },
    });
  } catch {
    throw malformed();
  }
}

async function* bytesOf(stream: Readable, whole: Promise<void>, isOnly: () => boolean): AsyncGenerator<Buffer> {
  try {
    for await (const part of stream) yield part as Buffer;
    await whole;
  } catch {
    throw malformed();
  }
  if (!isOnly()) throw badRequest("You may only upload one file at a time");
}
