import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, WARM_TURNS } from "../harness/figures.ts";
import { addOrganizations } from "../harness/organizations.ts";
import type { Measured } from "../harness/processes.ts";
import { postMessage } from "../harness/requests.ts";
import { sendFor } from "../harness/sending.ts";
import { openWire } from "../harness/wire.ts";

const ORGANIZATIONS = 20;

/**
 * Sends into many organizations, through two processes or through one. The requests of an organization go to one
 * process, as a proxy does that chooses by host.
 */
export const orgsSpread: Benchmark = {
  name: "orgs-spread",
  unit: "messages/s",
  against: "the same sends through one process",
  better: "higher",
  bar: 1.5,
  goal: 1.8,
  async run(bench) {
    const { connections, rounds, seconds } = bench.scale;
    const open = async (processes: number) => {
      const world = await bench.world();
      const owners = await addOrganizations(world, ORGANIZATIONS);
      const requests = owners.map((owner) => postMessage(owner, "general"));
      const servers: Measured[] = [];
      while (servers.length < processes) servers.push(await bench.server(world));
      const portOf = (index: number) => servers[(index % ORGANIZATIONS) % processes]?.port as number;
      const wires = await Promise.all(Array.from({ length: connections }, (_, index) => openWire(portOf(index))));
      return { wires, requests };
    };
    const spread = await open(2);
    const alone = await open(1);
    const compared = await alternate(
      2 * rounds,
      () => sendFor(seconds / 2, spread.wires, spread.requests),
      () => sendFor(seconds / 2, alone.wires, alone.requests),
      2 * WARM_TURNS,
    );
    for (const wire of [...spread.wires, ...alone.wires]) wire.close();
    return figure(compared);
  },
};
