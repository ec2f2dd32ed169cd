import type { AuditEntry } from "./entries.ts";

type Cell = string | number | null;

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => Cell>> = {
  id: ({ id }) => id,
  time: ({ time }) => new Date(time * 1000).toISOString(),
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  key_id: ({ actor }) => actor.key_id,
  session_id: ({ actor }) => actor.session_id,
  action: ({ action }) => action,
  target_kind: ({ target }) => target.kind,
  target_id: ({ target }) => target.id,
  data: ({ data }) => JSON.stringify(data),
  address: ({ address }) => address,
  agent: ({ agent }) => agent,
  request_id: ({ request_id: requestId }) => requestId,
};

/** Table programs run what begins so as a formula, and people choose what is in names and the names of programs. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(value: Cell): string {
  const text = String(value ?? "");
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const line = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;
/** Without it, some table programs take UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

export const csvOf = (entries: readonly AuditEntry[]): string =>
  BYTE_ORDER_MARK +
  line(Object.keys(COLUMNS)) +
  entries.map((entry) => line(Object.values(COLUMNS).map((cell) => cell(entry)))).join("");

export const jsonLinesOf = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
