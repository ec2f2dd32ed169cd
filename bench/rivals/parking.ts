/**
 * The rival of delivery: bare `node:http` that parks every GET, and answers all parked ones with the body of a POST,
 * with headers such as Parley's. It knows no users, no queues and no events.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const HEADERS = {
  "content-type": "application/json",
  "cache-control": "private, no-store",
  vary: "Accept-Language, Authorization",
  "content-language": "en",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "Authorization",
  "access-control-allow-methods": "OPTIONS, GET, DELETE",
};

let parked: ServerResponse[] = [];
/** A posted body waits until as many GETs are parked as its path says: it would not reach later ones. */
let posted: { readonly body: Buffer; readonly receivers: number } | undefined;

function answerAll(): void {
  if (posted === undefined || parked.length < posted.receivers) return;
  const { body } = posted;
  const waiting = parked;
  posted = undefined;
  parked = [];
  for (const response of waiting) answer(response, body);
}

function answer(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { ...HEADERS, "content-length": body.length });
  response.end(body);
}

const server = createServer(
  { noDelay: true, keepAliveTimeout: 75_000, requestTimeout: 120_000 },
  (request, response) => {
    if (request.method === "GET") {
      parked.push(response);
      answerAll();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(response, Buffer.from("{}"));
      posted = { body: Buffer.concat(chunks), receivers: Number(request.url?.slice(1)) };
      answerAll();
    });
  },
);
server.listen(0, "127.0.0.1", 8192, () => {
  process.stdout.write(`Parking is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
