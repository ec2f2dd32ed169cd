/**
 * What people choose on this device beside their settings: keys, the order of views, the emoji that they use. It is theirs:
 * it outlives the browser only where they stay logged in, and ends with their session.
 */
const OWN = ["parley-emoji", "parley-keys", "parley-views"] as const;
const STAYS = "parley-stays";

type Choice = (typeof OWN)[number];

export const keepChoice = (key: Choice, value: string): void =>
  (localStorage.getItem(STAYS) === null ? sessionStorage : localStorage).setItem(key, value);

export const keptChoice = (key: Choice): string | null => sessionStorage.getItem(key) ?? localStorage.getItem(key);

/** What was chosen before it was known that somebody stays is theirs for longer. */
export function keepChoices(stays: boolean): void {
  if (!stays) {
    for (const key of [...OWN, STAYS]) localStorage.removeItem(key);
    return;
  }
  localStorage.setItem(STAYS, "1");
  for (const key of OWN) {
    const chosen = sessionStorage.getItem(key);
    if (chosen !== null) localStorage.setItem(key, chosen);
    sessionStorage.removeItem(key);
  }
}

export function forgetChoices(): void {
  keepChoices(false);
  for (const key of OWN) sessionStorage.removeItem(key);
}
