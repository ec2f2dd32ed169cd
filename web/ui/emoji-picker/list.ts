import { fit } from "../fit.ts";
import { byPlace, CATEGORIES, categoryOf } from "./categories.ts";
import type { PickedEmoji } from "./open.ts";

/** An emoji with every name by which it is found. */
export interface ListedEmoji extends PickedEmoji {
  readonly names: readonly string[];
  readonly picture?: string;
}

export interface Section {
  readonly name: string;
  readonly emoji: readonly ListedEmoji[];
}

/** Names to codes as the server tells them, as emoji with all their names. */
export function listed(codes: ReadonlyMap<string, string>): readonly ListedEmoji[] {
  const byCode = Map.groupBy(codes, ([, code]) => code);
  return [...byCode].map(([code, pairs]) => {
    const names = pairs.map(([name]) => name);
    return { emoji_name: names[0] as string, emoji_code: code, reaction_type: "unicode_emoji", names };
  });
}

export function byCategory(all: readonly ListedEmoji[]): readonly Section[] {
  const shown = all.filter(({ emoji_code }) => !GENDERED.test(emoji_code));
  const found = Map.groupBy(shown, ({ emoji_code }) => categoryOf(emoji_code));
  return CATEGORIES.flatMap((name) => {
    const emoji = found.get(name);
    return emoji === undefined ? [] : [{ name, emoji: [...emoji].sort((a, b) => byPlace(a.emoji_code, b.emoji_code)) }];
  });
}

/** Women and men of what there is without either: search finds them. */
const GENDERED = /-200d-264[02]/;

const MAX_FOUND = 120;

/** The emoji that a search finds, those whose name begins with it first. */
export function found(all: readonly ListedEmoji[], text: string): readonly ListedEmoji[] {
  const wanted = text.trim().replace(/^:|:$/g, "").replaceAll(" ", "_");
  const ranked = all.flatMap((emoji) => {
    const ranks = emoji.names.flatMap((name) => fit(name, wanted) ?? []);
    return ranks.length === 0 ? [] : [{ emoji, rank: Math.min(...ranks) }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map(({ emoji }) => emoji);
}
