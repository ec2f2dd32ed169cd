import { device, tab } from "../platform/device.ts";

/**
 * What people choose on this device beside their settings: keys, the order of views, which sections are folded, the emoji that they use. It is theirs:
 * it outlives the browser only where they stay logged in, and ends with their session.
 */
const OWN = [
  "parley-emoji",
  "parley-folded",
  "parley-keys",
  "parley-quiet",
  "parley-skin-tone",
  "parley-views",
] as const;
const STAYS = "parley-stays";

type Choice = (typeof OWN)[number];

export const keepChoice = (key: Choice, value: string): void =>
  void (device.get(STAYS) === null ? tab : device).set(key, value);

export const keptChoice = (key: Choice): string | null => tab.get(key) ?? device.get(key);

/** What was chosen before it was known that somebody stays is theirs for longer. */
export function keepChoices(stays: boolean): void {
  if (!stays) {
    for (const key of [...OWN, STAYS]) device.remove(key);
    return;
  }
  device.set(STAYS, "1");
  for (const key of OWN) {
    const chosen = tab.get(key);
    if (chosen !== null) device.set(key, chosen);
    tab.remove(key);
  }
}

export function forgetChoices(): void {
  keepChoices(false);
  for (const key of OWN) tab.remove(key);
}
