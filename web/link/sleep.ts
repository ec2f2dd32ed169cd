/** Background tabs run their timers once a minute at the worst: a longer gap means that the device slept. */
const LOOK_MS = 5000;
const ASLEEP_MS = 75_000;

/**
 * Calls when the device has slept. Connections that were open then may be dead without anybody having said so, and
 * browsers do not count the time asleep towards their own limits.
 */
export function watchSleep(onWake: () => void, now: () => number = Date.now): void {
  let lookedAt = now();
  setInterval(() => {
    const at = now();
    if (at - lookedAt > ASLEEP_MS) onWake();
    lookedAt = at;
  }, LOOK_MS);
}
