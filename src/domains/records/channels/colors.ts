/** The colors of new subscriptions; the first one that the user does not have yet is taken. */
export const PALETTE = [
  "#76ce90", "#fae589", "#a6c7e5", "#e79ab5", "#bfd56f", "#f4ae55", "#b0a5fd", "#addfe5",
  "#f5ce6e", "#c2726a", "#94c849", "#bd86e5", "#ee7e4a", "#a6dcbf", "#95a5fd", "#53a063",
  "#9987e1", "#e4523d", "#c2c2c2", "#4f8de4", "#c6a8ad", "#e7cc4d", "#c8bebf", "#a47462",
] as const; // prettier-ignore

/** A set of colors of the palette, as bits. */
export type UsedColors = number;

export const withColor = (used: UsedColors, color: string): UsedColors => {
  const place = (PALETTE as readonly string[]).indexOf(color);
  return place < 0 ? used : used | (1 << place);
};

export function pickColor(used: UsedColors, channelId: number): string {
  const free = PALETTE.findIndex((_, place) => (used & (1 << place)) === 0);
  return PALETTE[free < 0 ? channelId % PALETTE.length : free] as string;
}

export const isColor = (text: string): boolean => /^#[0-9a-fA-F]{3,6}$/.test(text);
