/**
 * The rival of presence reports: bare `node:http` that answers every POST, once it has arrived, with as many bytes as
 * its path says.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
  request.resume().on("end", () => {
    const body = Buffer.alloc(Number(request.url?.split("/").at(-1)), "x");
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The rival listens at http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => process.exit());
