import { t, tc } from "../../language/text.ts";
import { roleName } from "../../ui/role-names.ts";
import type { AuditEntry } from "./entries.ts";

/** One line of what an entry says: a value that was replaced, one that is new, or a further detail. */
export interface ChangeLine {
  /** The name in the API; nothing where the action says what it is. */
  readonly name: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function valueText(name: string | undefined, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === "") return t("nothing");
  if (typeof value === "boolean") return value ? tc("setting", "on") : tc("setting", "off");
  if (typeof value === "number" && name === "role") return roleName(value);
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((item) => !isFields(item)) ? value.join(", ") : JSON.stringify(value);
}

/** What was changed, old and new, and after it the further details. */
export function changeLines({ action, data }: Pick<AuditEntry, "action" | "data">): readonly ChangeLine[] {
  const { old: before, new: after, ...details } = data;
  const lines: ChangeLine[] = [];
  const add = (name: string | undefined, was: unknown, is: unknown) => {
    const kind = name ?? (action === "user.role_changed" ? "role" : undefined);
    lines.push({ name, before: valueText(kind, was), after: valueText(kind, is) });
  };
  if (isFields(before) || isFields(after)) {
    const [was, is] = [before, after].map((value) => (isFields(value) ? value : {})) as [Fields, Fields];
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) add(name, was[name], is[name]);
  } else if (before !== undefined || after !== undefined) add(undefined, before, after);
  for (const [name, value] of Object.entries(details)) add(name, undefined, value);
  return lines;
}
