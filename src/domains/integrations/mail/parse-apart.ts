import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { serialQueue } from "../../../platform/work-pool.ts";
import { type ParsedMail, UnreadableMail } from "./parse.ts";

/** The largest mail takes less than a second. */
const MOST_MS = 10_000;
const MOST_HEAP_MIB = 256;

/** The compiled file has another extension than its source. */
const WORKER = new URL(`./parse-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

const oneAtATime = serialQueue();

/**
 * Parses a mail in a thread of its own with limits of time and memory: 25 MiB of attachments would keep this one busy for
 * 0.6 seconds, and 10 MiB of line ends take 4 GB. Fails with `UnreadableMail`.
 */
export const parseMailApart = (raw: Buffer): Promise<ParsedMail> => oneAtATime(() => parsedBy(newWorker(raw)));

const newWorker = (raw: Buffer): Worker =>
  new Worker(WORKER, { workerData: raw, resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MIB } });

async function parsedBy(worker: Worker): Promise<ParsedMail> {
  const timer = setTimeout(() => void worker.terminate(), MOST_MS);
  try {
    return await new Promise<ParsedMail>((resolve, reject) => {
      worker.once("message", ({ mail, unreadable }: { mail?: ParsedMail; unreadable?: string }) =>
        mail === undefined ? reject(new UnreadableMail(unreadable ?? "")) : resolve(received(mail)),
      );
      worker.once("error", (error: Error & { code?: string }) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
      );
      worker.once("exit", () => reject(tooMuch()));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** A buffer arrives from another thread as an array of bytes. */
const received = (mail: ParsedMail): ParsedMail => ({
  ...mail,
  files: mail.files.map((file) => ({
    ...file,
    bytes: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length),
  })),
});

const tooMuch = () => new UnreadableMail("The mail takes too long to read.");
