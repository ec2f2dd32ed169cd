import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { pathOf } from "./needs/needs.ts";
import { until } from "./until.ts";

export interface NatsServer {
  readonly url: string;
  /** Kills it; `start` starts it again on the same port. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Another client, which receives everything. */
  spy(): Promise<{ seen(): string; publish(subject: string, payload: string): Promise<void> }>;
}

/** A real NATS server, on this machine alone. Its owner kills it. */
export async function startNats(): Promise<NatsServer> {
  let running: ChildProcess | undefined;
  let port = "-1";

  const start = async () => {
    running = spawn(pathOf("nats-server") ?? "nats-server", ["--addr", "127.0.0.1", "--port", port], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    running.stderr?.on("data", (data) => (log += String(data)));
    const isReady = (text: string) => text.includes("Server is ready");
    const text = await until(() => log, isReady);
    port = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? port;
  };
  const kill = async () => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };
  await start();

  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill,
    async spy() {
      const socket = connect(Number(port), "127.0.0.1");
      let seen = "";
      socket.on("data", (data) => (seen += String(data)));
      socket.on("error", () => {});
      const isAnswered = (text: string) => text.endsWith("PONG\r\n");
      socket.write('CONNECT {"verbose":false}\r\nSUB > 1\r\nPING\r\n');
      await until(() => seen, isAnswered);
      return {
        seen: () => seen,
        async publish(subject, payload) {
          socket.write(`PUB ${subject} ${Buffer.byteLength(payload)}\r\n${payload}\r\nPING\r\n`);
          await until(() => seen, isAnswered);
        },
      };
    },
  };
}
