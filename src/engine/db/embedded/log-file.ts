import { copyFile, open, readFile, stat, truncate } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

const keptBytes = 8 * 1024 * 1024;
const checkEveryMs = 60_000;

/** PostgreSQL writes to the file itself and not to a pipe, because it outlives a killed Parley. */
export async function openLog(path: string): Promise<FileHandle> {
  await trimLog(path);
  return open(path, "a", 0o600);
}

/** Keeps the log and its predecessor under twice `keptBytes`, until the returned function is called. */
export function boundLog(path: string): () => void {
  const timer = setInterval(() => void trimLog(path).catch(() => undefined), checkEveryMs).unref();
  return () => clearInterval(timer);
}

/** PostgreSQL appends (O_APPEND), so it continues at the start of a file that was truncated. */
async function trimLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size <= keptBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Why the postmaster `pid` ended, from the log after `offset`, to which another postmaster may have written too. */
export async function lastComplaint(path: string, offset: number, pid: number | undefined): Promise<string> {
  const output = await readFile(path).then(
    (log) => log.subarray(offset).toString("utf8"),
    () => "",
  );
  const lines = output.split("\n");
  const own = lines.filter((line) => line.includes(`[${pid}]`) || !/\[\d+\]/.test(line));
  return complaintIn(own.join("\n"));
}

/** The last fatal line, or else the last line. */
export function complaintIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const complaint =
    lines.findLast((line) => /\b(?:FATAL|PANIC|error):\s/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return complaint.replace(/^.*?\b(?:FATAL|PANIC|error):\s+/, "").replace(/\.$/, "");
}
