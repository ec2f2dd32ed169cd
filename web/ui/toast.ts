import { signal } from "@preact/signals";
import { fromServer, t } from "../language/text.ts";
import { isTemporary, Refusal } from "../link/http.ts";

/** A short notice at the edge of the page that goes by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
  readonly action?: { readonly name: string; readonly run: () => void };
}

export const toasts = signal<readonly Toast[]>([]);

/** Long enough to read, and to reach the button for those who are slow. */
const SHOWN_MS = 7000;
const SHOWN_WITH_ACTION_MS = 15_000;
const MAX_COUNT = 3;
let newest = 0;
let isHeld = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export function showToast(text: string, options: { isFailure?: boolean; action?: Toast["action"] } = {}): void {
  newest += 1;
  const id = newest;
  const { isFailure = false, action } = options;
  toasts.value = [...toasts.value, { id, text, isFailure, ...(action !== undefined && { action }) }].slice(-MAX_COUNT);
  if (!isHeld) dismissAfter(id, action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
}

function dismissAfter(id: number, ms: number): void {
  timers.set(
    id,
    setTimeout(() => dismissToast(id), ms),
  );
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Nothing goes while somebody points at it or has the focus in it. */
export function holdToasts(): void {
  isHeld = true;
  for (const timer of timers.values()) clearTimeout(timer);
}

export function releaseToasts(): void {
  if (!isHeld) return;
  isHeld = false;
  for (const { id } of toasts.value) dismissAfter(id, SHOWN_MS);
}

/** Why something did not work, in words for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal && error.status < 500 && error.status !== 429) return fromServer(error.message);
  if (error instanceof Refusal && error.status === 429) return t("Too many attempts. Try again in a moment.");
  return isTemporary(error)
    ? t("You are offline: the server cannot be reached. Try again later.")
    : t("Something went wrong.");
}

/** Does something and says so where it fails. Returns whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showToast(reasonOf(error), { isFailure: true });
    return false;
  }
}
