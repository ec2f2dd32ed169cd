import type { Backoff } from "./backoff.ts";
import { forgetLogout } from "./cache.ts";
import { isTemporary, request, retryAfterMs } from "./http.ts";

/** Ends a session at the server whose user has left without a network, unless another one begins first. */
export async function finishLogout(backoff: Backoff, isCurrent: () => boolean): Promise<void> {
  while (isCurrent()) {
    try {
      await request("/json/logout", "POST", new URLSearchParams());
    } catch (error) {
      if (isTemporary(error)) {
        await backoff.pause(retryAfterMs(error));
        continue;
      }
    }
    if (isCurrent()) await forgetLogout();
    return;
  }
}
