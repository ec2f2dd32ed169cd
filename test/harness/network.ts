import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between clients and a server, which can fail in the ways in which networks do. */
export interface TestNetwork {
  readonly url: string;
  /** Connections break, and new ones are refused. */
  cut(): void;
  /** Nothing arrives any more, and nobody is told: as when a device sleeps. */
  freeze(): void;
  /** New connections work again; those that were there before do not. */
  restore(): void;
  stop(): void;
}

export async function startNetwork(target: string): Promise<TestNetwork> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let mode: "working" | "cut" | "frozen" = "working";

  const server = createServer((client) => {
    if (mode === "cut") return void client.destroy();
    client.on("error", () => client.destroy());
    const upstream = connect(Number(port), hostname);
    const pair: Pair = { client, upstream, isWaiting: false };
    pairs.add(pair);
    upstream.on("error", () => client.destroy());
    client.on("data", () => (pair.isWaiting = true));
    upstream.on("data", () => (pair.isWaiting = false));
    client.once("close", () => {
      pairs.delete(pair);
      upstream.destroy();
    });
    if (mode === "frozen") return;
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    for (const { client } of pairs) client.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      mode = "cut";
      end();
    },
    freeze() {
      mode = "frozen";
      for (const { client, upstream, isWaiting } of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        // A browser itself closes the connections that it does not use when the device falls asleep.
        if (!isWaiting) client.destroy();
      }
    },
    restore() {
      mode = "working";
    },
    stop() {
      server.close();
      end();
    },
  };
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  /** The client has asked for something and has got no answer yet. */
  isWaiting: boolean;
}
