import { request } from "./http.ts";

/**
 * Loads the page anew where that brings one: without a network the browser would show an error, unless the service worker
 * has the page. Until then it stays empty.
 */
export async function loadAnew(onOffline: () => void, reason?: string): Promise<void> {
  // The end of a session empties whatever else would outlive the page.
  if (reason !== undefined) history.replaceState({ reason }, "");
  while (!(await canLoad())) {
    onOffline();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  location.reload();
}

const AGAIN_MS = 2000;
const MAX_MS = 5000;

// Over plain http there are no service workers.
const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };

async function canLoad(): Promise<boolean> {
  if (serviceWorker !== undefined && serviceWorker.controller !== null) return true;
  try {
    await request("/api/v1/server_settings", "GET", undefined, { signal: AbortSignal.timeout(MAX_MS) });
    return true;
  } catch {
    return false;
  }
}
