import { connect } from "node:net";
import { join } from "node:path";
import { superuser } from "./settings.ts";

/** `busy`: PostgreSQL runs, but is starting, recovering or stopping. `silent`: nothing responds. */
export type ProbeResult = "ready" | "busy" | "silent";

const timeoutMs = 1_000;
const cannotConnectNow = "C57P03\0";
const protocolVersion = 3 << 16;
const terminate = Buffer.from("X\0\0\0\x04", "latin1");

/** Sends a startup packet: the response tells a server that is up from one that only listens. */
export function probe(socketDir: string, port: number): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir, `.s.PGSQL.${port}`));
    const finish = (response: ProbeResult): void => {
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(timeoutMs, () => finish("silent"));
    socket.once("error", () => finish("silent"));
    socket.once("close", () => finish("silent"));
    socket.once("connect", () => socket.write(startupPacket()));
    socket.once("data", (response) => {
      const busy = response.toString("latin1").startsWith("E") && response.includes(cannotConnectNow);
      socket.end(terminate);
      finish(busy ? "busy" : "ready");
    });
  });
}

function startupPacket(): Buffer {
  const body = Buffer.from(`user\0${superuser}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(protocolVersion, 4);
  return Buffer.concat([head, body]);
}
