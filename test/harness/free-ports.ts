import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Ports of this machine that nothing listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(
    probes.map((probe) => {
      probe.close();
      return once(probe, "close");
    }),
  );
  return ports;
}

export const freePort = async (): Promise<string> => String((await freePorts(1))[0]);
