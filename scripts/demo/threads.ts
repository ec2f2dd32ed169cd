import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Conversations as templates. A file of `threads/` holds threads:
 *
 *     == channel | topic | options        `resolve`, `daily`, `max=5` times, `a=Maren,Greta` (who may open it)
 *     @a +tada                            a message of the first person, who gets a reaction
 *     text
 *     --                                  or, instead,
 *     other text
 *     @b?                                 a message that may be left out
 */
export interface Thread {
  /** A channel's name, or "direct". */
  readonly channel: string;
  readonly topic: string;
  readonly isResolved: boolean;
  /** Whether it has a round on most days. */
  readonly isDaily: boolean;
  /** How often it happens at most. */
  readonly most: number;
  /** First names of those who may begin; anybody if there are none. */
  readonly starters: readonly string[];
  readonly beats: readonly Beat[];
}

export interface Beat {
  /** Stands for one of the people of the thread. */
  readonly letter: Letter;
  readonly isOptional: boolean;
  readonly reactions: readonly string[];
  readonly texts: readonly string[];
}

export type Letter = "a" | "b" | "c" | "d";

/** How often a thread happens: a fixed topic once, one with slots several times. */
const SEVERAL = 8;
const MANY = 400;

const FOLDER = join(import.meta.dirname, "threads");
const POOLS = /(replies|talk)\.txt$/;
const BEAT = /^@([a-d])(\??)((?: \+\w+)*)$/;

export function readThreads(): Thread[] {
  const files = globSync(join(FOLDER, "*.txt")).sort();
  return files.filter((file) => !POOLS.test(file)).flatMap((file) => parse(readFileSync(file, "utf8")));
}

/** Short replies that fit nearly everywhere. */
export function readReplies(): string[] {
  return readFileSync(join(FOLDER, "replies.txt"), "utf8").trim().split("\n");
}

/** The parts of a conversation about work, each with lines to choose from. */
export type Talk = Readonly<
  Record<"topics" | "openings" | "questions" | "findings" | "proposals" | "closings", string[]>
>;

export function readTalk(): Talk {
  const parts = readFileSync(join(FOLDER, "talk.txt"), "utf8")
    .split(/^\[(\w+)\]\n/m)
    .slice(1);
  const sections: [string, string[]][] = [];
  // A `--` at the end of a list belongs to the text before it: such texts contain empty lines.
  for (let at = 0; at < parts.length; at += 2) sections.push([parts[at] ?? "", textsOf(parts[at + 1] ?? "")]);
  return Object.fromEntries(sections) as unknown as Talk;
}

const textsOf = (part: string): string[] => part.trim().split(/\n(?=\S)(?<!\n\n)(?!\d\.|I am for)/);

function parse(text: string): Thread[] {
  return text
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [head = "", ...lines] = part.split("\n");
      // A topic may hold alternatives, so only bars with spaces around them separate.
      const [channel = "", topic = "", options = ""] = head.split(" | ").map((word) => word.trim());
      const starters = /a=(\S+)/.exec(options)?.[1]?.split(",") ?? [];
      const isDaily = options.includes("daily");
      const most = Number(/max=(\d+)/.exec(options)?.[1] ?? (isDaily ? MANY : topic.includes("{") ? SEVERAL : 1));
      return {
        channel,
        topic,
        isResolved: options.includes("resolve"),
        isDaily,
        most,
        starters,
        beats: beatsOf(lines),
      };
    });
}

function beatsOf(lines: readonly string[]): Beat[] {
  const beats: (Beat & { texts: string[] })[] = [];
  for (const line of lines) {
    const [, letter, optional, reactions = ""] = BEAT.exec(line) ?? [];
    const current = beats.at(-1);
    if (letter !== undefined) {
      const names = reactions.split(" +").filter((name) => name !== "");
      beats.push({ letter: letter as Letter, isOptional: optional === "?", reactions: names, texts: [""] });
    } else if (line === "--") current?.texts.push("");
    else current?.texts.push(`${current.texts.pop()}${line}\n`);
  }
  return beats.map((beat) => ({ ...beat, texts: beat.texts.map((text) => text.trim()) }));
}
