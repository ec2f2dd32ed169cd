import { metricsOf } from "./metrics.ts";
import { until } from "./until.ts";

/** How many polls wait at a server for something to happen. */
export async function parkedPolls(url: string): Promise<number> {
  return Number(/^parley_parked_polls (\d+)$/m.exec(await metricsOf(url))?.[1]);
}

/** Until so many polls wait: what happens from now on, they hear. */
export async function untilParked(url: string, count: number): Promise<void> {
  await until(
    () => parkedPolls(url),
    (parked) => parked === count,
  );
}
