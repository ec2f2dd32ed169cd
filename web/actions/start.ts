import { withPart } from "../ui/parts.tsx";

/** What acts on messages comes once the page has been painted. */
const AFTER_MS = 50;

/** Loads it and starts it, until the returned function is called. */
export function startActions(): () => void {
  let end: (() => void) | undefined;
  let isEnded = false;
  const timer = setTimeout(
    () =>
      withPart(import("#web/actions/overlays.tsx"), ({ startOverlays }) => {
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
