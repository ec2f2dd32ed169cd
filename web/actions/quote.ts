interface Quoted {
  readonly name: string;
  readonly userId: number;
  readonly url: string;
  readonly markdown: string;
}

/** A message in another one: who said it, the link to it, and its text between fences that no fence inside can end. */
export function quoteOf({ name, userId, url, markdown }: Quoted): string {
  const longest = Math.max(2, ...[...markdown.matchAll(/^\s*(`{3,})/gm)].map(([, fence = ""]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `@_**${name}|${userId}** [said](${url}):\n${fence}quote\n${markdown.trimEnd()}\n${fence}\n`;
}

/** The text of a box after something is inserted as a paragraph of its own, and where the caret is then. */
export function withParagraph(text: string, paragraph: string): { text: string; caret: number } {
  const before = text.trimEnd();
  const whole = `${before === "" ? "" : `${before}\n\n`}${paragraph}`;
  return { text: whole, caret: whole.length };
}
