import { locale } from "../language/text.ts";

/** A sentence of a text, or what there is instead of one: a line of code or of a list. */
export interface Sentence {
  readonly text: string;
  readonly line: number;
}

export function sentencesOf(text: string): readonly Sentence[] {
  const segmenter = new Intl.Segmenter(locale(), { granularity: "sentence" });
  return text
    .split("\n")
    .flatMap((content, line) => [...segmenter.segment(content)].map(({ segment }) => ({ text: segment, line })))
    .filter((sentence) => sentence.text.trim() !== "");
}

/** Sentences of one line in a line again; what was left out between two lines leaves nothing. */
export function joined(sentences: readonly Sentence[]): string {
  const lines = Map.groupBy(sentences, ({ line }) => line);
  return [...lines.values()]
    .map((line) =>
      line
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    )
    .join("\n");
}
