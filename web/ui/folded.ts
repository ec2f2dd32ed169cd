import { signal } from "@preact/signals";
import { keepChoice, keptChoice } from "./own-choices.ts";

const KEY = "parley-folded";

/** Sections that the user has folded on this device, by their keys. */
const folded = signal<readonly string[]>((keptChoice(KEY) ?? "").split("\n").filter(Boolean));

export const isFolded = (section: string): boolean => folded.value.includes(section);

/** Of what is folded unless the user opens it, those that are open are kept in the same list. */
export const isOpened = (section: string): boolean => isFolded(`open ${section}`);
export const toggleOpened = (section: string): void => toggleFolded(`open ${section}`);

export function toggleFolded(section: string): void {
  folded.value = isFolded(section) ? folded.value.filter((other) => other !== section) : [...folded.value, section];
  keepChoice(KEY, folded.value.join("\n"));
}
