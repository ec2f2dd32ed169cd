import { BLOCK } from "#search/blocks.ts";
import { backendCpu } from "../harness/backend-cpu.ts";
import type { Benchmark } from "../harness/benchmark.ts";
import { fillMessages, markIndexed } from "../harness/fill.ts";
import { indexedUntil } from "../harness/indexed.ts";
import { people, personAt } from "../harness/people.ts";
import { get, postMessage } from "../harness/requests.ts";
import { sendFor } from "../harness/sending.ts";
import { openWires } from "../harness/wire.ts";

/** CPU time of the server and of PostgreSQL to index a message, against that to send one. */
export const index: Benchmark = {
  name: "index",
  unit: "µs",
  against: "the CPU time of a send",
  better: "lower",
  bar: 0.6,
  goal: 0.4,
  async run(bench) {
    const { connections, seconds, rounds, messages } = bench.scale;
    const world = await bench.world();
    await fillMessages(world.sql, bench.scale, 5 * messages);
    await markIndexed(world.sql, 0);
    const server = await bench.server(world);
    const cpuOf = async (kind: "background" | "writes") => ({
      server: await server.cpu(),
      database: await backendCpu(world, kind),
    });

    const wires = await openWires(server.port, connections);
    // The first request loads the organization.
    await wires[0]?.ask(get(personAt(0), "/users/me"));
    const started = await cpuOf("background");
    const filed = await indexedUntil(world, 5 * messages - BLOCK);
    const done = await cpuOf("background");
    const inServer = (done.server - started.server) / filed;
    const inDatabase = (done.database - started.database) / filed;

    const requests = people(connections).map((sender) => postMessage(sender, world.channelOf(100)));
    const before = await cpuOf("writes");
    let sent = 0;
    for (let turn = 0; turn < rounds; turn += 1) sent += seconds * (await sendFor(seconds, wires, requests));
    const indexed = (await indexedUntil(world, 0)) - filed;
    const after = await cpuOf("writes");
    for (const wire of wires) wire.close();

    // The server also indexes what is sent.
    const sending = after.server - before.server - indexed * inServer + after.database - before.database;
    const value = inServer + inDatabase;
    const limit = sending / sent;
    const shares = `${inServer.toFixed(0)} µs in the server, ${inDatabase.toFixed(0)} in PostgreSQL.`;
    return { value, limit, ratio: value / limit, notes: [shares] };
  },
};
