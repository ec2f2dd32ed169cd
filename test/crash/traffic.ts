import type { Dice } from "./dice.ts";
import type { ServerGroup } from "./fleet.ts";
import type { OperationLog } from "./operations.ts";
import type { Cast, Person } from "./people.ts";
import { type Habit, type Reader, reader } from "./readers.ts";
import { worker } from "./workers.ts";

/** People who write and read all the time while something happens to the servers. */
export interface Traffic {
  readonly readers: readonly Reader[];
  /** Begins. The returned function ends it: first the writes, then the reads. */
  start(): () => Promise<void>;
}

export interface TrafficPlan {
  readonly cast: Cast;
  readonly fleet: ServerGroup;
  readonly log: OperationLog;
  readonly dice: Dice;
  /** Whether messages are scheduled, too. */
  readonly leavesToTime: boolean;
}

const PAUSE_MS = 8;
/** Every person has a queue read by long polls; some have another, read in another way. */
const MORE_HABITS: readonly Habit[] = ["slow", "forgetful", "slow", "forgetful"];

export async function createTraffic(plan: TrafficPlan): Promise<Traffic> {
  const { cast, fleet, dice } = plan;
  const created: string[] = [];
  const workers = cast.everybody.map((person) =>
    worker({ ...plan, person, dice: dice.apart(person.id), created, pauseMs: PAUSE_MS }),
  );
  const parked = workers.map(({ person, seen }, index) =>
    reader({ person, habit: "parked", fleet, dice: dice.apart(1000 + index), onMessage: (id) => seen.push(id) }),
  );
  const more = MORE_HABITS.map((habit, index) => {
    const person = cast.everybody[index * 2] as Person;
    return reader({ person, habit, fleet, dice: dice.apart(2000 + index), onMessage: () => {} });
  });
  const readers = await Promise.all([...parked, ...more]);
  return {
    readers,
    start() {
      const stopReading = new AbortController();
      const stopWorking = new AbortController();
      const reading = readers.map((reader) => reader.run(stopReading.signal));
      const working = workers.map((worker) => worker.run(stopWorking.signal));
      return async () => {
        stopWorking.abort();
        await Promise.all(working);
        stopReading.abort();
        await Promise.all(reading);
      };
    },
  };
}
