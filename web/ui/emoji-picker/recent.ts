import { keepChoice, keptChoice } from "../own-choices.ts";
import type { PickedEmoji } from "./open.ts";

const KEY = "parley-emoji";
const MAX_COUNT = 18;
/** What people react with most, for those who have not chosen any yet. */
const USUAL: readonly PickedEmoji[] = (
  [
    ["+1", "1f44d"],
    ["tada", "1f389"],
    ["heart", "2764"],
    ["smile", "1f604"],
    ["check", "2705"],
    ["eyes", "1f440"],
  ] as const
).map(([emoji_name, emoji_code]) => ({ emoji_name, emoji_code, reaction_type: "unicode_emoji" }));

const isEmoji = (value: unknown): value is PickedEmoji =>
  typeof value === "object" && value !== null && "emoji_code" in value && "emoji_name" in value;

export function recentEmoji(): readonly PickedEmoji[] {
  try {
    const kept: unknown = JSON.parse(keptChoice(KEY) ?? "[]");
    const list = Array.isArray(kept) ? kept.filter(isEmoji) : [];
    return list.length === 0 ? USUAL : list;
  } catch {
    return USUAL;
  }
}

const QUICK_COUNT = 6;

/** What one reacts with most: the emoji used last, and the usual ones as long as there are few. */
export function quickEmoji(): readonly PickedEmoji[] {
  const recent = recentEmoji();
  const isNew = ({ emoji_code }: PickedEmoji) => recent.every((used) => used.emoji_code !== emoji_code);
  return [...recent, ...USUAL.filter(isNew)].slice(0, QUICK_COUNT);
}

export function noteUse(emoji: PickedEmoji): void {
  const others = recentEmoji().filter(({ emoji_code }) => emoji_code !== emoji.emoji_code);
  keepChoice(KEY, JSON.stringify([emoji, ...others].slice(0, MAX_COUNT)));
}
