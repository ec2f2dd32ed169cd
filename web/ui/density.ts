export type Density = "compact" | "normal" | "relaxed";

/** How close things are to each other, by the height of lines that the user wants (in percent of their text). */
export function densityOf(lineHeight: number): Density {
  if (lineHeight < 130) return "compact";
  return lineHeight > 155 ? "relaxed" : "normal";
}
