import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, median, timed, WARM_SHORT_TURNS } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { post, postMessage } from "../harness/requests.ts";
import { openWire, type Wire } from "../harness/wire.ts";

const PER_SECOND = 1000;
const SENDERS = 10;
const EVERY_MS = 2;
const REFUSED = Buffer.from("HTTP/1.1 429");
/** Below what one user may send in a minute, because rate limits are on. */
const MAX_SENDS = 40;

const ALERT = {
  status: "firing",
  receiver: "parley",
  groupLabels: { alertname: "DiskFull" },
  alerts: Array.from({ length: 5 }, (_, index) => ({
    status: "firing",
    labels: { alertname: "DiskFull", instance: `host${index}` },
    annotations: { summary: "The disk is full", description: "Less than 1 % of the disk is free." },
  })),
};

async function webhookOf(wire: Wire): Promise<Buffer> {
  const bot = { full_name: "Alarm", short_name: "alarm", bot_type: "2" };
  const made = await wire.ask(post(personAt(0), "/bots", bot));
  const { api_key: key } = JSON.parse(made.toString()) as { api_key: string };
  const body = JSON.stringify(ALERT);
  return Buffer.from(
    `POST /api/v1/external/alertmanager?api_key=${key} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Connections that send in turn, on time, whatever is answered. */
async function openFlood(port: number, request: Buffer) {
  const sockets: Socket[] = [];
  let refused = 0;
  for (let made = 0; made < SENDERS; made += 1) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    socket.on("data", (data: Buffer) => (refused += refusalsIn(data)));
    sockets.push(socket);
  }
  return {
    refused: () => refused,
    /** Sends while some work is done. */
    async during<Value>(work: () => Promise<Value>): Promise<Value> {
      const started = performance.now();
      let sent = 0;
      // A timer that comes late makes up for it.
      const timer = setInterval(() => {
        const due = ((performance.now() - started) / 1000) * PER_SECOND;
        for (; sent < due; sent += 1) sockets[sent % SENDERS]?.write(request);
      }, EVERY_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
    close: () => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** Without making a string of every answer, which would cost as much as all the rest. */
function refusalsIn(answers: Buffer): number {
  let count = 0;
  for (let at = answers.indexOf(REFUSED); at >= 0; at = answers.indexOf(REFUSED, at + REFUSED.length)) count += 1;
  return count;
}

/** A bot whose service sends far more than it may; everybody else writes as before. */
export const webhookFlood: Benchmark = {
  name: "webhook-flood",
  unit: "ms",
  against: "the same sends without the flood",
  better: "lower",
  bar: 1.5,
  goal: 1.2,
  async run(bench) {
    const { rounds, requests } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world, ["--rate-limit", "on"]);
    const wire = await openWire(server.port);
    const flood = await openFlood(server.port, await webhookOf(wire));
    const channel = world.channelNameOf(100);
    let next = 1;
    const sends = async (): Promise<number> => {
      const message = postMessage(personAt(next), channel);
      next += 1;
      const times: number[] = [];
      while (times.length < Math.min(MAX_SENDS, requests)) times.push(await timed(() => wire.ask(message)));
      return median(times);
    };
    const compared = await alternate(rounds * 2, () => flood.during(sends), sends, WARM_SHORT_TURNS);
    wire.close();
    flood.close();
    return figure(compared, [`${flood.refused()} webhooks were refused.`]);
  },
};
