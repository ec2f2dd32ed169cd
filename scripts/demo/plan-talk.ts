import type { Random } from "./random.ts";
import type { Beat, Letter, Talk, Thread } from "./threads.ts";

const LETTERS: readonly Letter[] = ["a", "b", "c", "d"];

/** Composes a new conversation about work: somebody opens it, others ask, find out and propose, and it ends. */
export function talkThread(random: Random, channel: string, talk: Talk): Thread {
  const beat = (letter: Letter, text: string): Beat => ({ letter, isOptional: false, reactions: [], texts: [text] });
  const middle = random
    .shuffled([
      ...random.shuffled(talk.questions).slice(0, random.integer(1, 2)),
      ...random.shuffled(talk.findings).slice(0, random.integer(1, 3)),
      ...random.shuffled(talk.proposals).slice(0, random.integer(1, 2)),
    ])
    .reduce<Beat[]>((beats, text) => {
      const others = LETTERS.filter((letter) => letter !== (beats.at(-1)?.letter ?? "a"));
      return [...beats, beat(random.pick(others), text)];
    }, []);
  return {
    channel,
    topic: random.pick(talk.topics),
    isResolved: random.isLucky(0.35),
    isDaily: false,
    most: 1,
    starters: [],
    beats: [beat("a", random.pick(talk.openings)), ...middle, beat("a", random.pick(talk.closings))],
  };
}
