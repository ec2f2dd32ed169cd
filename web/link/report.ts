import { inBackground } from "./background.ts";
import { request } from "./http.ts";

/** Where in the code an error comes from. Its message is left out: it may quote what somebody has written. */
export function placesIn(stack: string): string[] {
  return [...stack.matchAll(/([\w.$-]+\.(?:js|tsx?):\d+:\d+)/g)].flatMap(([, place]) => place ?? []).slice(0, 20);
}

/** Tells the operator that events could not be applied. */
export function report(place: "link" | "tab", error: unknown, types: readonly string[], as?: number): void {
  const { name = "", stack = "" } = error instanceof Error ? error : {};
  const fields = new URLSearchParams({
    place,
    name: /^[\w.$]{1,100}$/.test(name) ? name : "Error",
    frames: JSON.stringify(placesIn(stack)),
    events: JSON.stringify([...new Set(types)].slice(0, 50)),
  });
  void inBackground(request("/json/client_errors", "POST", fields, { as }));
}
