import { type Person, REALM_ID } from "./people.ts";
import { get, pollsOf, post } from "./requests.ts";
import { openWire, type Wire } from "./wire.ts";
import type { World } from "./worlds.ts";

/** A queue with its owner, and its client's position. */
export interface OwnQueue {
  readonly id: string;
  readonly lastEventId: number;
  /** The request of a poll after an event. */
  readonly poll: (lastEventId: number) => string;
}

/** Registers a queue for messages and nothing else, as a program does that listens to a channel. */
export const registerRequest = (user: Person): Buffer =>
  post(user, "/register", { event_types: '["message"]', fetch_event_types: "[]", apply_markdown: "true" });

export async function registerQueue(wire: Wire, user: Person, request = registerRequest): Promise<OwnQueue> {
  const answer = JSON.parse((await wire.ask(request(user))).toString()) as {
    queue_id: string;
    last_event_id: number;
  };
  return { id: answer.queue_id, lastEventId: answer.last_event_id, poll: pollsOf(user, answer.queue_id) };
}

/**
 * A queue for each user; their IDs are consecutive. A queue is a row and nothing else, so all but the first are copies
 * of its row.
 */
export async function giveQueues(
  world: World,
  port: number,
  users: readonly Person[],
  request = registerRequest,
): Promise<OwnQueue[]> {
  const [first, ...others] = users;
  if (first === undefined) return [];
  const wire = await openWire(port);
  const model = await registerQueue(wire, first, request);
  // Fails early if the server does not know its own queue.
  await wire.ask(
    get(first, "/events", { queue_id: model.id, last_event_id: String(model.lastEventId), dont_block: "true" }),
  );
  wire.close();
  const rows = await world.sql<{ id: string; userId: number }[]>`
    insert into event_queue (realm_id, id, user_id, options, begins_after, lifespan_secs, touched_at)
    select realm_id, gen_random_uuid(), ${first.id} + n, options, begins_after, lifespan_secs, now()
    from event_queue, generate_series(1, ${others.length}::int) n
    where realm_id = ${REALM_ID} and id = ${model.id}
    returning id, user_id`;
  const idOf = new Map(rows.map(({ id, userId }) => [userId, id]));
  return users.map((user) => {
    const id = idOf.get(user.id) ?? model.id;
    return { id, lastEventId: model.lastEventId, poll: pollsOf(user, id) };
  });
}
