import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, type Compared, median, timed } from "../harness/figures.ts";
import { fillIndex } from "../harness/fill-index.ts";
import { searchFor } from "../harness/searching.ts";
import { openWire, type Wire } from "../harness/wire.ts";

/** Words of a search, and how often they occur. */
const KINDS = {
  "two common words": "itema listb",
  "words of every message": "message people",
  "common words that never meet": "itema itemb",
  "a word that is nowhere": "nowhere",
  "a part of common words": "ist",
} as const;
const SEARCHES = 10;
const SLOWEST = 0.95;

/** Searches in a hundred times as many messages; the worst kind of search counts. */
export const searchGrowth: Benchmark = {
  name: "search-growth",
  unit: "ms",
  against: "the same with a hundredth of the messages",
  better: "lower",
  bar: 3,
  goal: 2,
  async run(bench) {
    const large = await bench.history();
    const small = await bench.world();
    await Promise.all([large, small].map((world) => fillIndex(world.sql, world.messages)));
    const wires = await Promise.all([large, small].map(async (world) => openWire((await bench.server(world)).port)));
    const [largeWire, smallWire] = wires as [Wire, Wire];
    const slow: number[] = [];
    const notes: string[] = [];
    let worst: Compared | undefined;
    for (const [kind, words] of Object.entries(KINDS)) {
      const times: number[] = [];
      const p50 = async (wire: Wire, all?: number[]) => {
        const own: number[] = [];
        for (let n = 0; n < SEARCHES; n += 1) own.push(await timed(() => wire.ask(searchFor(words))));
        all?.push(...own);
        return median(own);
      };
      const compared = await alternate(
        bench.scale.rounds,
        () => p50(largeWire, times),
        () => p50(smallWire),
      );
      const sorted = times.sort((a, b) => a - b);
      slow.push(sorted[Math.floor(sorted.length * SLOWEST)] as number);
      notes.push(`${kind}: ${compared.ours.toFixed(1)} ms, p95 ${(slow.at(-1) as number).toFixed(1)} ms.`);
      if (worst === undefined || compared.ratio > worst.ratio) worst = compared;
    }
    for (const wire of wires) wire.close();
    return figure(worst as Compared, notes);
  },
};
