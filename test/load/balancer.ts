import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A load balancer without sticky sessions, in a process of its own: `node balancer.ts PORT…` passes connections on to
 * these ports of this machine in turn. A server that refuses is passed over.
 */
const ports = process.argv.slice(2).map(Number);
let turn = 0;

async function connectToAny(): Promise<Socket | undefined> {
  const first = (turn += 1);
  for (let tried = 0; tried < ports.length; tried += 1) {
    const port = ports[(first + tried) % ports.length] as number;
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      socket.destroy();
    }
  }
  return undefined;
}

const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
  client.on("error", () => client.destroy());
  void connectToAny().then((backend) => {
    if (backend === undefined) return client.destroy();
    backend.on("error", () => client.destroy()).on("close", () => client.destroySoon());
    client.on("close", () => backend.destroy());
    client.pipe(backend);
    return backend.pipe(client);
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`balancing at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
