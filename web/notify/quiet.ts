import { signal } from "@preact/signals";
import { keepChoice, keptChoice } from "../ui/own-choices.ts";

/** When nothing is announced on this device: until a moment, and in certain hours of each day. */
export interface Quiet {
  /** UNIX milliseconds. */
  readonly until?: number;
  /** `22:00` and `07:00`, by the clock of the device. */
  readonly hours?: { readonly from: string; readonly to: string };
}

const KEY = "parley-quiet";

export const quiet = signal<Quiet>(parsed(keptChoice(KEY)));

export function setQuiet(next: Quiet): void {
  quiet.value = next;
  keepChoice(KEY, JSON.stringify(next));
}

function parsed(text: string | null): Quiet {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as Quiet;
  } catch {
    return {};
  }
}

export const isPaused = ({ until = 0 }: Quiet, now: Date): boolean => until > now.getTime();

export function isQuietAt(rules: Quiet, now: Date): boolean {
  const { from, to } = rules.hours ?? {};
  if (isPaused(rules, now)) return true;
  if (from === undefined || to === undefined || from === to) return false;
  const time = `${now.getHours()}`.padStart(2, "0") + ":" + `${now.getMinutes()}`.padStart(2, "0");
  // They may begin before midnight and end after it.
  return from < to ? from <= time && time < to : time >= from || time < to;
}
