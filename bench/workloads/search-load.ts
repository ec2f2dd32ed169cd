import type { Benchmark } from "../harness/benchmark.ts";
import { timed } from "../harness/figures.ts";
import { fillIndex } from "../harness/fill-index.ts";
import { people, personAt } from "../harness/people.ts";
import { post, postMessage } from "../harness/requests.ts";
import { searchFor } from "../harness/searching.ts";
import { sendFor } from "../harness/sending.ts";
import { openWire, openWires, type Wire } from "../harness/wire.ts";

const BAR_MS = 500;

/** Searches for a message just sent, while all connections send: the slowest counts. */
export const searchLoad: Benchmark = {
  name: "search-load",
  unit: "ms",
  against: "the most that a search may take",
  better: "lower",
  bar: 1,
  goal: 0.4,
  async run(bench) {
    const { connections, seconds, rounds } = bench.scale;
    const world = await bench.world();
    await fillIndex(world.sql, world.messages);
    const server = await bench.server(world);
    const channelId = world.channelOf(100);
    const requests = people(connections).map((sender) => postMessage(sender, channelId));
    const senders = await openWires(server.port, connections);
    const wire = await openWire(server.port);
    let isSending = true;
    const sending = sendFor(2 * rounds * seconds, senders, requests).finally(() => (isSending = false));
    const times: number[] = [];
    while (isSending) times.push(await sendAndSearch(wire, channelId, times.length));
    const perSecond = await sending;
    for (const sender of [...senders, wire]) sender.close();
    const value = Math.max(...times);
    const notes = [`${times.length} searches beside ${perSecond.toFixed(0)} sends a second.`];
    return { value, limit: BAR_MS, ratio: value / BAR_MS, notes };
  },
};

/** The milliseconds of a search for a word that only the newest message has. */
async function sendAndSearch(wire: Wire, channelId: number, turn: number): Promise<number> {
  const word = `unheard${turn}`;
  const message = { type: "stream", to: String(channelId), topic: "searches", content: `A word: ${word}` };
  const { id } = JSON.parse((await wire.ask(post(personAt(0), "/messages", message))).toString()) as { id: number };
  let answer = "";
  const ms = await timed(async () => (answer = (await wire.ask(searchFor(word))).toString()));
  const { messages } = JSON.parse(answer) as { messages: { id: number }[] };
  if (messages.at(-1)?.id !== id) throw new Error(`a search did not find the message ${id} that was sent before it`);
  return ms;
}
