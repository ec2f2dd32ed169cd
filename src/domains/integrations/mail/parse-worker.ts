/** The thread that parses one mail: see parse-apart.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { parseMail, UnreadableMail } from "./parse.ts";

try {
  parentPort?.postMessage({ mail: await parseMail(Buffer.from(workerData as Uint8Array)) }, []);
} catch (error) {
  if (!(error instanceof UnreadableMail)) throw error;
  parentPort?.postMessage({ unreadable: error.message }, []);
}
