import type { Wire } from "./wire.ts";

/** Messages a second: every connection sends again as soon as it has its response. */
export async function sendFor(seconds: number, wires: readonly Wire[], requests: readonly Buffer[]): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let sent = 0;
  await Promise.all(
    wires.map(async (wire, index) => {
      const request = requests[index % requests.length] as Buffer;
      while (performance.now() < end) {
        await wire.ask(request);
        sent += 1;
      }
    }),
  );
  return (sent * 1000) / (performance.now() - started);
}
