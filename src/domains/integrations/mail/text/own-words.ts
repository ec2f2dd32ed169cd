/** Where a program for mail begins the mail that it quotes, or what it adds to every mail. */
const ENDS: readonly RegExp[] = [
  /^-- ?$/,
  /^-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|forwarded message)\s*-{2,}$/i,
  /^_{10,}$/,
  /^(?:sent from my|gesendet von meinem|von meinem .{1,40} gesendet|envoyé de mon|get outlook for)\b.{0,80}$/i,
];
/** Headers of a quoted mail, as some programs write them into the text. */
const HEADER = /^\*?(?:from|von|de|sent|gesendet|envoyé|date|datum|to|an|à|subject|betreff|objet)\*?\s?:\*? /i;
const QUOTED = /^>/;
/** Such as "On Monday Hamlet wrote:", which may take two lines. */
const INTRODUCTION = /[:：]$/;

const MAX_LINES = 20_000;

/**
 * What the writer of a mail has written: without quoted mails and signatures at its end. Answers between quoted lines
 * stay, with the lines they answer. If nothing would be left, as of a mail that only forwards, the whole text is.
 */
export function ownWords(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n", MAX_LINES)
    .map((line) => line.trimEnd());
  const end = lines.findIndex((line, index) => ENDS.some((form) => form.test(line)) || isHeaders(lines, index));
  let kept = end === -1 ? lines : lines.slice(0, end);
  const last = kept.findLastIndex((line) => line !== "" && !QUOTED.test(line));
  const isQuotedAtEnd = kept.slice(last + 1).some((line) => QUOTED.test(line));
  kept = kept.slice(0, last + 1);
  if (isQuotedAtEnd) kept = withoutIntroduction(kept);
  const words = kept.join("\n").trim();
  return words === "" ? text.trim() : words;
}

/** Three headers one after another are those of a quoted mail. */
const isHeaders = (lines: readonly string[], index: number): boolean =>
  index > 0 && lines.slice(index, index + 3).every((line) => HEADER.test(line)) && lines.length >= index + 3;

function withoutIntroduction(lines: readonly string[]): string[] {
  const last = lines.at(-1) ?? "";
  if (!INTRODUCTION.test(last)) return [...lines];
  const before = lines.at(-2) ?? "";
  // A long introduction is wrapped; an empty line is before it.
  const isWrapped = before !== "" && !/[:：]$/.test(before) && /^(?:on|am|le|el|il|op|em)\b/i.test(before);
  return lines.slice(0, isWrapped ? -2 : -1);
}
