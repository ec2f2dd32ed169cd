import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createWorkPool, type WorkPool } from "#platform/work-pool.ts";
import { type ParsedMail, UnreadableMail } from "./parse.ts";

/** The largest mail takes about a second, whatever is in it. */
const MAX_MS = 10_000;
const MAX_HEAP_MIB = 256;

/** The compiled file has another extension than its source. */
const WORKER = new URL(`./parse-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** Each takes a thread, a mail and what the parser makes of it. */
const AT_ONCE = 4;
/** As many as there are connections. */
const MAX_WAITING = 50;
const MAX_PER_ADDRESS = 10;

const pool = createWorkPool({ running: AT_ONCE, waiting: MAX_WAITING });
const byAddress = new Map<string, WorkPool>();

/**
 * Parses a mail in a thread of its own with limits of time and memory: 25 MiB of attachments would keep this one busy for
 * 0.6 seconds. Mails to one address wait for one another, so that whoever has an address cannot take all threads. Fails
 * with `UnreadableMail`, or with `PoolFullError` where too many wait.
 */
export async function parseMailApart(raw: Buffer, address: string): Promise<ParsedMail> {
  const turns = byAddress.get(address) ?? createWorkPool({ running: 1, waiting: MAX_PER_ADDRESS });
  byAddress.set(address, turns);
  try {
    return await turns.run(() => pool.run(() => parsedBy(newWorker(raw))));
  } finally {
    if (turns.running === 0) byAddress.delete(address);
  }
}

const newWorker = (raw: Buffer): Worker =>
  new Worker(WORKER, { workerData: raw, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB } });

async function parsedBy(worker: Worker): Promise<ParsedMail> {
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
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
