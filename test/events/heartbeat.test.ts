import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { eventRegistryOf } from "#engine/log/event-kinds.ts";
import { createKeys } from "#platform/keys.ts";
import { createDelivery } from "#engine/delivery/deliver.ts";
import { eventIdAt, ROOM } from "#engine/log/entry.ts";
import { createLateReads } from "#engine/delivery/late-reads.ts";
import { createPolls } from "#engine/delivery/poll.ts";
import { formOf, NO_CAPABILITIES, type QueueOptions } from "#engine/log/queue.ts";
import { createTail } from "#engine/log/tail.ts";
import { createParkedPolls } from "#engine/delivery/parked-polls.ts";
import { createEphemeralEvents } from "#engine/delivery/ephemeral-events.ts";
import { emptyTestModel } from "../harness/model.ts";
import { createLogger } from "#platform/logger.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";

const POSITION = 7;
const log = createLogger("silent");
const options: QueueOptions = {
  ...{ eventTypes: null, applyMarkdown: false, clientGravatar: true, slimPresence: false, allPublicStreams: false },
  ...{ narrow: [], capabilities: NO_CAPABILITIES },
};

/** Polls of an idle organization, on a clock that the test advances. */
function quietPolls() {
  const clock = { time: 0, now: () => clock.time, monotonic: () => clock.time };
  const model = emptyTestModel(POSITION);
  const delivery = createDelivery(eventRegistryOf([]), log, createKeys(""));
  const parkedPolls = createParkedPolls(model, delivery, clock);
  let spent = 0;
  const tail = createTail({
    sql: undefined as never,
    model,
    log,
    kindOf: delivery.kindOf,
    onEntries: () => {},
    onRoomSpent: () => (spent += 1),
    load: () => Promise.reject(new Error("nothing is loaded here")),
    onReload: () => {},
  });
  const polls = createPolls({
    sql: undefined as never,
    tail,
    parkedPolls,
    ephemeral: createEphemeralEvents(clock),
    delivery,
    lateReads: createLateReads(),
    clock,
    metrics: createMetrics(),
  });
  const park = async (last: number) => {
    const answers: string[][] = [];
    const queue = { id: `queue ${last}`, userId: 1, options, beginsAfter: -1, form: formOf(options) };
    await polls.start({
      queue,
      lastEventId: last,
      key: undefined,
      refuse: assert.fail,
      dontBlock: () => false,
      isGone: () => false,
      answer: (events) => answers.push([...events]),
    });
    return answers;
  };
  return { clock, polls, tail, parkedPolls, delivery, park, spent: () => spent };
}

suite("heartbeats", () => {
  test("a parked poll without events gets one after 45 to 55 seconds", async () => {
    const { clock, polls, park } = quietPolls();
    const answers = await park(eventIdAt(POSITION));
    clock.time = 44_999;
    polls.beat();
    assert.deepEqual(answers, []);
    clock.time = 55_001;
    polls.beat();
    assert.deepEqual(answers, [[`{"type":"heartbeat","id":${eventIdAt(POSITION) + 1}}`]]);
    assert.equal(polls.parked, 0);
  });

  test("a poll that reads the log while the server begins to shut down is answered without parking", async () => {
    const { clock, tail, parkedPolls, delivery } = quietPolls();
    let isStopping = false;
    const late = {
      ...tail,
      async catchUp() {
        tail.accept([{ position: POSITION + 1, event: { type: "nothing" }, audience: { to: "users", ids: [] } }]);
        isStopping = true;
      },
    };
    const polls = createPolls({
      sql: undefined as never,
      tail: late,
      parkedPolls,
      ephemeral: createEphemeralEvents(clock),
      delivery,
      lateReads: createLateReads(),
      clock,
      metrics: createMetrics(),
    });
    const queue = { id: "queue", userId: 1, options, beginsAfter: -1, form: formOf(options) };
    const answers: (readonly string[])[] = [];
    await polls.start({
      queue,
      lastEventId: eventIdAt(POSITION + 1),
      key: undefined,
      refuse: assert.fail,
      dontBlock: () => isStopping,
      isGone: () => false,
      answer: (events) => answers.push(events),
    });
    assert.deepEqual(answers, [[]]);
    assert.equal(polls.parked, 0);
  });

  test("their IDs increase and stay below the next event's, for as long as there is none", () => {
    const { tail, spent } = quietPolls();
    let last = eventIdAt(POSITION);
    for (let i = 0; i < ROOM - 1; i += 1) {
      const id = tail.ephemeralId();
      assert.ok(id > last && id < eventIdAt(POSITION + 1));
      last = id;
    }
    assert.ok(spent() > 0, "long before the parkedPolls is spent, the log is moved on");
    tail.accept([{ position: POSITION + 1, event: { type: "nothing" }, audience: { to: "users", ids: [] } }]);
    assert.ok(tail.ephemeralId() > last);
  });
});
