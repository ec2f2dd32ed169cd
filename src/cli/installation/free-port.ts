import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../../config/config.ts";

/** Fails as a server does that cannot listen there, but before anything was created. */
export async function checkPortIsFree({ port, host }: Pick<Config, "port" | "host">): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}
