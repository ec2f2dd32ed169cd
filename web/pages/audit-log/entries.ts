import { call } from "../../link/http.ts";
import type { CallArguments, OperationResult } from "../../../src/client/client.ts";

export type AuditEntry = OperationResult<"GET /audit_log">["entries"][number];
export type AuditAction = AuditEntry["action"];

/** Which entries are wanted: the parameters of the endpoint that every page of them has. */
export type AuditFilter = Omit<NonNullable<CallArguments<"GET /audit_log">[0]>, "before" | "limit">;

interface EntryPage {
  readonly entries: readonly AuditEntry[];
  /** Undefined where the oldest was found. */
  readonly before: number | undefined;
}

export async function entriesBefore(filter: AuditFilter, limit: number, before?: number): Promise<EntryPage> {
  const page = await call("GET /audit_log", { ...filter, limit, ...(before !== undefined && { before }) });
  const isOver = page.found_oldest || page.next_before === null;
  return { entries: page.entries, before: isOver ? undefined : (page.next_before ?? undefined) };
}

const AT_ONCE = 500;
/** What a table program opens at once, and a browser holds in memory. */
export const MAX_DOWNLOADED = 20_000;

interface AllEntries {
  readonly entries: readonly AuditEntry[];
  readonly isWhole: boolean;
}

/** All that a filter finds, the newest first, up to the limit of a file. */
export async function allEntries(filter: AuditFilter, onProgress: (count: number) => void): Promise<AllEntries> {
  const entries: AuditEntry[] = [];
  let before: number | undefined;
  do {
    const page = await entriesBefore(filter, AT_ONCE, before);
    entries.push(...page.entries);
    before = page.before;
    onProgress(entries.length);
  } while (before !== undefined && entries.length < MAX_DOWNLOADED);
  return { entries: entries.slice(0, MAX_DOWNLOADED), isWhole: before === undefined };
}
