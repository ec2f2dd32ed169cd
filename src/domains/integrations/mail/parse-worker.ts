/** The thread that parses one mail: see parse-apart.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { parseMail, UnreadableMail } from "./parse.ts";
import { useQuickBlobs } from "./quick-blob.ts";

useQuickBlobs();
try {
  const mail = await parseMail(Buffer.from(workerData as Uint8Array));
  // Those that share their memory with others cannot be handed over, and are copied.
  const whole = mail.files.map(({ bytes }) => bytes).filter((bytes) => bytes.length === bytes.buffer.byteLength);
  parentPort?.postMessage({ mail }, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
} catch (error) {
  if (!(error instanceof UnreadableMail)) throw error;
  parentPort?.postMessage({ unreadable: error.message }, []);
}
