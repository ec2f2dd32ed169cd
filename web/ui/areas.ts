/** Pages beside the conversations, by the first word of their address; `pages/areas.ts` loads them. */
export const AREAS = [
  "organization",
  "share",
  "drafts",
  "scheduled",
  "reminders",
  "channels",
  "groups",
  "people",
  "settings",
  "welcome",
] as const;
export type Area = (typeof AREAS)[number];

export const isArea = (word: string): word is Area => (AREAS as readonly string[]).includes(word);

export interface PageProps {
  /** What follows the area in the address: `#settings/notifications` has `["notifications"]`. */
  readonly path: readonly string[];
}
