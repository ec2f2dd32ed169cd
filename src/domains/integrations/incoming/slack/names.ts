import { plain } from "../text.ts";

/** The Markdown for what Slack writes by ID. The label is what the text itself calls it, or empty. */
export interface SlackNames {
  user(id: string, label: string): string;
  channel(id: string, label: string): string;
  /** `channel`, `here` and `everyone`, a group (`subteam`), a `date`. */
  special(word: string, label: string): string;
}

/** For texts of which nothing but the text is known: they mention nobody. */
export const PLAIN_NAMES: SlackNames = {
  user: (id, label) => plain(`@${(label || id).replace(/^@/, "")}`),
  channel: (id, label) => plain(`#${(label || id).replace(/^#/, "")}`),
  special: (word, label) => plain(label || `@${word}`),
};
