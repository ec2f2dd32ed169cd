import { type Benchmark, figure } from "../harness/benchmark.ts";
import { median, alternate, timed } from "../harness/figures.ts";
import { fillIndex, fillRivalIndex } from "../harness/fill-index.ts";
import { personAt, REALM_ID } from "../harness/people.ts";
import { searchFor } from "../harness/searching.ts";
import { openWire } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

const NEWEST = 100;
const READER = personAt(0);
const letter = (n: number): string => String.fromCodePoint(97 + n);
/** Each word is in nearly a tenth of all messages. */
const WORDS = Array.from({ length: 5 }, (_, n) => [`item${letter(n)}`, `list${letter(n)}`] as const);

/** Two words in everything that a user received, the newest hundred; each search for other words. */
export const search: Benchmark = {
  name: "search",
  unit: "searches/s",
  against: "the same query by the bare driver and PostgreSQL's own index",
  better: "higher",
  bar: 0.5,
  goal: 0.7,
  async run(bench) {
    const world = await bench.history();
    await fillIndex(world.sql, world.messages);
    await fillRivalIndex(world.sql, world.messages);
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const perSecond = async (ask: (words: readonly [string, string]) => Promise<unknown>) => {
      const times: number[] = [];
      for (const words of WORDS) times.push(await timed(() => ask(words)));
      return 1000 / median(times);
    };
    const compared = await alternate(
      bench.scale.rounds,
      () => perSecond((words) => wire.ask(searchFor(words.join(" ")))),
      () => perSecond((words) => read(world, words)),
    );
    const often = await timed(() => wire.ask(searchFor("message people")));
    wire.close();
    const p50 = `p50 ${(1000 / compared.ours).toFixed(1)} ms against ${(1000 / compared.theirs).toFixed(1)} ms.`;
    return figure(compared, [p50, `Two words that are in every message took ${often.toFixed(0)} ms.`]);
  },
};

async function read({ bare }: World, [item, list]: readonly [string, string]): Promise<void> {
  const query = `'${item}' & '${list}'`;
  await bare`
    select m.id, m.conversation_id, m.is_direct, m.sender_id, m.topic, m.content, m.rendered_content,
           extract(epoch from m.sent_at)::int8 as sent_at, m.client, m.sender_read, m.traits,
           coalesce(f.bits, 0) as bits,
           coalesce(r.ranges @> m.id, false) or (m.sender_read and m.sender_id = ${READER.id}) as is_read
    from message m
    left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${READER.id} and f.message_id = m.id
    left join read_state r
      on r.realm_id = m.realm_id and r.user_id = ${READER.id} and r.conversation_id = m.conversation_id
    where m.realm_id = ${REALM_ID}
      and m.id = any(array(
        select s.message_id from rival_search s where s.words @@ ${query}::tsquery))
      and exists (
        select from subscription s
        where s.realm_id = m.realm_id and s.user_id = ${READER.id} and s.channel_id = m.conversation_id
          and s.received @> m.id)
    order by m.id desc limit ${NEWEST}`;
}
