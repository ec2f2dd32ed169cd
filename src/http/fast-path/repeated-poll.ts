import type { PreparedPoll } from "../poll-handler.ts";

/**
 * A poll as the text around its `last_event_id`: most polls of a connection repeat the one before with another number.
 */
export interface RepeatedPoll {
  readonly before: string;
  readonly after: string;
  /** Its path, by which the headers of its answers are chosen. */
  readonly path: string;
  readonly poll: PreparedPoll;
}

const LAST_EVENT_ID = /[?&]last_event_id=(\d{1,15})(?=[& ])/;

/** Returns undefined where the number is not found, or found more than once. */
export function rememberPoll(text: string, path: string, poll: PreparedPoll): RepeatedPoll | undefined {
  const found = LAST_EVENT_ID.exec(text);
  if (found === null || text.indexOf("last_event_id") !== text.lastIndexOf("last_event_id")) return undefined;
  const digits = found[1] as string;
  const at = found.index + found[0].length - digits.length;
  return { before: text.slice(0, at), after: text.slice(at + digits.length), path, poll };
}

/** The number, if the rest of the text is that of the last poll. */
export function lastEventIdIn(text: string, { before, after }: RepeatedPoll): number | undefined {
  const digits = text.length - before.length - after.length;
  if (digits < 1 || digits > 15 || !text.startsWith(before) || !text.endsWith(after)) return undefined;
  const number = text.slice(before.length, before.length + digits);
  return /^\d+$/.test(number) ? Number(number) : undefined;
}
