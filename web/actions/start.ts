import { withActions } from "./open.ts";

/** What acts on messages comes once the page has been painted. */
const AFTER_MS = 50;

/** Loads it and starts it, until the returned function is called. */
export function startActions(): () => void {
  let end: (() => void) | undefined;
  let isEnded = false;
  const timer = setTimeout(
    () =>
      withActions(({ startOverlays }) => {
        if (!isEnded) end = startOverlays();
      }),
    AFTER_MS,
  );
  return () => {
    isEnded = true;
    clearTimeout(timer);
    end?.();
  };
}
