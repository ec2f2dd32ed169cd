import type { AuditData } from "./audit-events.ts";

/** The fields that an update changes, as they were and as they are. HTML that follows from another field is left out. */
export function differences(before: object, update: object): AuditData {
  const known: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(update).filter(
    ([name, value]) =>
      value !== undefined && !name.startsWith("rendered") && JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  return {
    old: Object.fromEntries(changed.map(([name]) => [name, known[name]])),
    new: Object.fromEntries(changed),
  };
}
