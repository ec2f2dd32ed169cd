import type { Failover, FailoversResult } from "./failovers.ts";

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The middle and the largest of some times. */
function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} s in the middle, ${seconds(sorted.at(-1) ?? 0)} s at most`;
}

export const sentenceAbout = ({ lost, promoted, promotedMs, writtenMs, rejoinedMs }: Failover): string =>
  `${lost} lost: ${promoted} is the primary after ${seconds(promotedMs)} s, the first write is acknowledged after ` +
  `${seconds(writtenMs)} s; ${lost} follows after ${seconds(rejoinedMs)} s`;

/** The figures of a run, for its end. */
export function figures({ failovers, operations, unknown, refused, events, findings }: FailoversResult): string {
  return [
    `${failovers.length} failovers; ${operations} writes, ${unknown} with an unknown outcome, ${refused} refused; ${events} events received`,
    `a new primary: ${spread(failovers.map(({ promotedMs }) => promotedMs))}`,
    `the first acknowledged write after that: ${spread(failovers.map(({ promotedMs, writtenMs }) => writtenMs - promotedMs))}`,
    findings.length === 0 ? "nothing was lost or repeated" : `${findings.length} findings`,
  ].join("\n");
}
