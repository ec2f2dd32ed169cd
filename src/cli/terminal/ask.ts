import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks for a secret, which is not shown while it is typed. */
export async function askInTerminal(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_bytes, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
