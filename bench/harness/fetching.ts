import { median, timed } from "./figures.ts";
import { type Person, personAt, REALM_ID } from "./people.ts";
import { get } from "./requests.ts";
import type { Wire } from "./wire.ts";
import type { World } from "./worlds.ts";

/** How many messages a fetch asks for. */
const NEWEST = 100;

const READER = personAt(0);

/** The topics of a world, in an order that takes another channel each time. */
export function topicsOf(world: World, requests: number): World["topics"] {
  const step = Math.max(1, Math.floor(world.topics.length / requests));
  return world.topics.filter((_, index) => index % step === 0).slice(0, requests);
}

export const fetchRequests = (topics: World["topics"]): string[] =>
  topics.map(({ channelId, topic }) =>
    get(READER, "/messages", {
      anchor: "newest",
      num_before: String(NEWEST),
      num_after: "0",
      narrow: JSON.stringify([
        { operator: "channel", operand: channelId },
        { operator: "topic", operand: topic },
      ]),
    }),
  );

export async function fetchAll(wire: Wire, requests: readonly string[], note: (ms: number) => void): Promise<void> {
  for (const request of requests) {
    const started = performance.now();
    await wire.ask(request);
    note(performance.now() - started);
  }
}

/** The same rows, with what is stored about their reader, read by the driver alone. */
export async function readAll({ bare }: World, topics: World["topics"], note: (ms: number) => void): Promise<void> {
  for (const { channelId, topic } of topics) {
    const started = performance.now();
    const rows = await bare`
      select m.id, m.conversation_id, m.is_direct, m.sender_id, m.topic, m.content, m.rendered_content,
             extract(epoch from m.sent_at)::int8 as sent_at, m.client, m.sender_read,
             coalesce(f.bits, 0) as bits,
             coalesce(r.ranges @> m.id, false) or (m.sender_read and m.sender_id = ${READER.id}) as is_read
      from message m
      left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${READER.id} and f.message_id = m.id
      left join read_state r
        on r.realm_id = m.realm_id and r.user_id = ${READER.id} and r.conversation_id = m.conversation_id
      where m.realm_id = ${REALM_ID} and m.conversation_id = ${channelId} and m.topic_key = lower(${topic})
        and not m.is_direct
      order by m.id desc limit ${NEWEST}`;
    if (rows.length !== NEWEST) throw new Error(`a topic has only ${rows.length} messages`);
    note(performance.now() - started);
  }
}

/** The median time in which a reader gets a page of the feed of all their channels. */
export async function feedTime(
  wire: Wire,
  reader: Person,
  range: Readonly<Record<"anchor" | "num_before" | "num_after", string>>,
  turns: number,
): Promise<number> {
  const request = get(reader, "/messages", range);
  const times: number[] = [];
  while (times.length < turns) {
    let answer = "";
    times.push(await timed(async () => (answer = (await wire.ask(request)).toString())));
    if (!answer.startsWith('{"result":"success"')) throw new Error(`not fetched: ${answer.slice(0, 300)}`);
  }
  return median(times);
}
