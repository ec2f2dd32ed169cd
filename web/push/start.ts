import { inBackground } from "../link/background.ts";
import { serviceWorkerUrl } from "../platform/trusted.ts";

/** Lets the browser keep the client's files for visits without a network, once there is nothing else to do. */
export function startServiceWorker(): void {
  // Without https there is none; and while the client is being worked on, what is kept would be old.
  const isWatched = document.querySelector(`meta[name="parley-reload"]`) !== null;
  if (isWatched || navigator.serviceWorker === undefined) return;
  const register = () => void inBackground(navigator.serviceWorker.register(serviceWorkerUrl()));
  if ("requestIdleCallback" in globalThis) requestIdleCallback(register, { timeout: LATEST_MS });
  else setTimeout(register, LATEST_MS);
}

const LATEST_MS = 3000;
