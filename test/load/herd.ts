import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "./outcome.ts";
import { createCrowd, type Crowd } from "./people/crowd.ts";
import { type Destination, everybody } from "./people/organization.ts";
import type { Stage } from "./people/stage.ts";

const NEARLY_ALL = 0.99;
const MAX_MS = 120_000;
/** Under way when the server is killed, and repeated by their senders afterwards. */
const SENDS_UNDER_WAY = 5;

/** Sends to everybody; returns the milliseconds until nearly all have received it, and until all have. */
async function sendToAll(crowd: Crowd, all: Destination): Promise<{ readonly nearly: number; readonly every: number }> {
  const started = performance.now();
  const number = await crowd.send(all);
  let lacking = [...crowd.members];
  const untilLacking = async (most: number) => {
    while ((lacking = lacking.filter(({ received }) => !received.includes(number))).length > most) {
      if (performance.now() - started > MAX_MS) throw new Error(`${lacking.length} people received nothing more`);
      await sleep(10);
    }
    return performance.now() - started;
  };
  return { nearly: await untilLacking(Math.floor((1 - NEARLY_ALL) * crowd.size)), every: await untilLacking(0) };
}

/** Many parked clients lose their server at once: all continue their queues at the next one, without a registration. */
export async function runHerd(stage: Stage, clients: number): Promise<Outcome> {
  const first = await stage.start();
  const crowd = createCrowd(stage, { periodMs: undefined, ports: () => [first.port] });
  const all = everybody(stage.users);
  try {
    await crowd.resize(clients);
    const before = await sendToAll(crowd, all);
    const underWay = Array.from({ length: SENDS_UNDER_WAY }, () => crowd.send(all));
    const killed = performance.now();
    await stage.kill(first);
    const second = await stage.start(first.port);
    const away = (performance.now() - killed) / 1000;
    const after = await sendToAll(crowd, all);
    await Promise.all(underWay);
    const findings = await crowd.settle();
    return {
      figures: [
        `herd: ${clients} parked clients, a message reached all of them in ${before.every.toFixed(0)} ms; kill -9, ` +
          `listening again after ${away.toFixed(2)} s (${second.startMs.toFixed(0)} ms of it the start); a message sent then ` +
          `reached 99 % after ${(after.nearly / 1000).toFixed(2)} s and all after ${(after.every / 1000).toFixed(2)} s ` +
          `(clients wait up to twice as long as they have waited), none by a new registration`,
      ],
      findings,
    };
  } finally {
    crowd.close();
    for (const server of [...stage.servers]) await stage.stop(server);
  }
}
