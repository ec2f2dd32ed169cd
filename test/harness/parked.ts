import { metricsOf } from "./metrics.ts";
import { until } from "./until.ts";

/** How many polls are parked at a server. */
export async function parkedPolls(url: string): Promise<number> {
  return Number(/^parley_parked_polls (\d+)$/m.exec(await metricsOf(url))?.[1]);
}

/** Waits until this many polls are parked: they get every event from now on. */
export async function untilParked(url: string, count: number): Promise<void> {
  await until(
    () => parkedPolls(url),
    (parked) => parked === count,
  );
}
