import { once } from "node:events";
import { readConfig, type Config } from "../config/config.ts";
import { createLogger, type Logger } from "../platform/logger.ts";
import { createSite, publicUrl, startServer, type RunningServer } from "../server.ts";
import { explain } from "./explain.ts";
import { firstStart } from "./first-start.ts";
import { type Installation, openForServer } from "./installation/installation.ts";

/** Longer than a stop may take: after this the process ends whatever still runs. */
const STOP_MS = 9000;

/** `parley start`: runs the server until it is told to stop. */
export async function start(argv: readonly string[]): Promise<void> {
  const told = toldToStop();
  // Whoever read what is said may be gone; the server goes on.
  process.stdout.on("error", () => {});
  try {
    const config = readConfig(argv);
    const log = createLogger(config.logLevel);
    // A fault in one place must not end what everybody else is doing.
    process.on("unhandledRejection", (error) => log.error({ err: error }, "something failed that nobody waited for"));
    const installation = await openForServer(config, {
      progress: say,
      complain: (sentence, error) => log.error({ err: error }, sentence),
      onTaken: endWith,
      told,
    });
    const server = await serve(config, installation, log);
    if (!told.aborted) await once(told, "abort");
    await stop(server, installation, log);
  } catch (error) {
    // What was interrupted fails.
    if (told.aborted) process.exit(0);
    endWith(error);
  }
}

/** From the first moment on: what has been begun must be ended. */
function toldToStop(): AbortSignal {
  const told = new AbortController();
  const tell = () => {
    if (told.signal.aborted) return;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    told.abort();
  };
  process.on("SIGTERM", tell);
  process.on("SIGINT", tell);
  return told.signal;
}

function endWith(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function serve(config: Config, installation: Installation, log: Logger): Promise<RunningServer> {
  try {
    const site = createSite(config, installation.db, installation.secret, log);
    const founded = await firstStart(config, site);
    // Shown before anything else can fail: nobody could learn it later.
    const isPortOpen = config.port === 0 && config.publicUrl === undefined;
    if (founded !== undefined) say(founded(isPortOpen ? undefined : publicUrl(config, config.port)));
    const server = await startServer(site);
    say(`Parley is at ${server.url}`);
    return server;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function stop(server: RunningServer, installation: Installation, log: Logger): Promise<void> {
  try {
    await server.stop();
    await installation.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "the server did not stop cleanly");
    process.exit(1);
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
