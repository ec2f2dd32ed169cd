import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate } from "../harness/figures.ts";
import { logIn } from "../harness/login.ts";
import { personAt } from "../harness/people.ts";
import { get } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

/** Reads by a browser's session below `/json`, and the same by an API key below `/api/v1`. */
export const cookie: Benchmark = {
  name: "cookie",
  unit: "requests/s",
  against: "the same requests by API key",
  better: "higher",
  bar: 0.9,
  goal: 0.97,
  async run(bench) {
    const world = await bench.world();
    const session = await logIn(world);
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const byKey = get(personAt(0), "/users/me");
    const byCookie = `GET /json/users/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: __Host-parley=${session}\r\nUser-Agent: parley-bench/1.0\r\n\r\n`;
    const perSecond = async (request: string) => {
      const started = performance.now();
      let asked = 0;
      for (const end = started + bench.scale.seconds * 1000; performance.now() < end; asked += 1)
        await wire.ask(request);
      return (asked * 1000) / (performance.now() - started);
    };
    const compared = await alternate(
      bench.scale.rounds,
      () => perSecond(byCookie),
      () => perSecond(byKey),
    );
    wire.close();
    return figure(compared);
  },
};
