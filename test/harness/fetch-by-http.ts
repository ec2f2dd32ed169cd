import { Agent, request } from "node:http";
import type { ConnectOptions } from "#client/client.ts";

type Fetch = NonNullable<ConnectOptions["fetch"]>;

/** As `fetch` does it: a connection for each request at a time, kept for the next one. */
const agent = new Agent({ keepAlive: true });

/** What the typed client needs of `fetch`, which takes half a millisecond more of CPU time for each request. */
export const fetchByHttp: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const text = body?.toString();
    const form =
      text === undefined
        ? {}
        : {
            "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
            "content-length": String(Buffer.byteLength(text)),
          };
    const fail = (error: Error) =>
      reject(signal?.aborted === true ? (signal.reason as Error) : new TypeError("fetch failed", { cause: error }));
    const options = { method, agent, headers: { accept: "*/*", ...form, ...headers }, ...(signal && { signal }) };
    const outgoing = request(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", fail);
      incoming.on("end", () => {
        const { statusCode: status = 0 } = incoming;
        const answer = Buffer.concat(chunks).toString();
        resolve({ ok: status >= 200 && status < 300, status, text: () => Promise.resolve(answer) });
      });
    });
    outgoing.on("error", fail);
    outgoing.end(text);
  });
