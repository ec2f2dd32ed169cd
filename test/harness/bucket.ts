import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopWithServers } from "./server.ts";

export interface TestBucket {
  /** The settings of a server that has its files there. */
  readonly env: Readonly<Record<string, string>>;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** Stops answering, or answers again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
  readonly httpServer: { closeAllConnections(): void };
}

const BUCKET = "parley";
const PREFIX = "files";

/** A server that speaks the protocol of Amazon S3, with an empty bucket. It is stopped after the tests of the file. */
export async function startBucket(): Promise<TestBucket> {
  // Loaded only where it is needed, because it takes half a second; and it has no types.
  const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as new (options: object) => S3Server;
  const directory = mkdtempSync(join(tmpdir(), "parley-bucket-"));
  let [port, server]: [number, S3Server | undefined] = [0, undefined];
  const start = async () => {
    const configureBuckets = [{ name: BUCKET }];
    server = new S3rver({ port, address: "127.0.0.1", silent: true, directory, configureBuckets });
    ({ port } = await server.run());
  };
  const stop = async () => {
    const closed = server?.close();
    server?.httpServer.closeAllConnections();
    server = undefined;
    await closed;
  };
  await start();
  stopWithServers(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    env: {
      PARLEY_FILES_URL: `s3://127.0.0.1:${port}/${BUCKET}/${PREFIX}?tls=off`,
      PARLEY_FILES_ACCESS_KEY: "S3RVER",
      PARLEY_FILES_SECRET_KEY: "S3RVER",
    },
    async keys() {
      const folder = join(directory, BUCKET, PREFIX);
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      return names
        .filter((name) => name.endsWith("._S3rver_object"))
        .map((name) => name.slice(0, -"._S3rver_object".length));
    },
    stop,
    start,
  };
}
