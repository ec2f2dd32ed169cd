/** A text with a selection. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What replaces a part of the text, and what is selected then. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

export type Style = "bold" | "italic" | "strike" | "code" | "quote" | "list" | "link";

const AROUND = { bold: "**", italic: "*", strike: "~~", code: "`" } as const;

/** Gives the selection a style, or takes it away where it has it. */
export function styled(style: Style, { text, from, to }: Selected): Replacement {
  const chosen = text.slice(from, to);
  switch (style) {
    case "quote":
    case "list":
      return byLine(style === "quote" ? "> " : "* ", { text, from, to });
    case "link": {
      const insert = `[${chosen}](url)`;
      const at = from + chosen.length + 3;
      return { from, to, insert, selectFrom: at, selectTo: at + 3 };
    }
    case "code":
      if (chosen.includes("\n")) return fenced({ text, from, to });
      return around(AROUND.code, { text, from, to });
    default:
      return around(AROUND[style], { text, from, to });
  }
}

function around(mark: string, { text, from, to }: Selected): Replacement {
  const { length } = mark;
  const chosen = text.slice(from, to);
  const isStyled = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark;
  if (isStyled && !isLongerMark(mark, text, from)) {
    return { from: from - length, to: to + length, insert: chosen, selectFrom: from - length, selectTo: to - length };
  }
  return { from, to, insert: `${mark}${chosen}${mark}`, selectFrom: from + length, selectTo: to + length };
}

/** `**` is no italics. */
const isLongerMark = (mark: string, text: string, from: number): boolean =>
  mark === "*" && text.slice(from - 2, from) === "**" && text.slice(from - 3, from) !== "***";

function byLine(mark: string, { text, from, to }: Selected): Replacement {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const lines = text.slice(start, to).split("\n");
  const isStyled = lines.every((line) => line.startsWith(mark));
  const insert = lines.map((line) => (isStyled ? line.slice(mark.length) : `${mark}${line}`)).join("\n");
  const end = start + insert.length;
  return { from: start, to, insert, selectFrom: lines.length > 1 ? start : end, selectTo: end };
}

function fenced({ text, from, to }: Selected): Replacement {
  const insert = `\`\`\`\n${text.slice(from, to)}\n\`\`\``;
  return { from, to, insert, selectFrom: from + 3, selectTo: from + 3 };
}
