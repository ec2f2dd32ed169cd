import { once } from "node:events";
import { readConfig, type Config } from "#config/config.ts";
import { collectSmallHeap } from "./installation/collect-garbage.ts";
import { createLogger, type Logger } from "#platform/logger.ts";
import type { RunningServer } from "../server.ts";
import { prepareWebClient } from "../web/prepare.ts";
import { explain } from "./explain.ts";
import type { Founded } from "./first-start.ts";
import { type Installation, openForServer } from "./installation/installation.ts";

/** Longer than a shutdown may take: after this the process ends whatever still runs. */
const STOP_MS = 9000;

/** `parley start`: runs the server until SIGTERM or SIGINT. */
export async function start(argv: readonly string[]): Promise<void> {
  const stopping = stopSignal();
  // The reader of the output may be gone; the server continues.
  process.stdout.on("error", () => {});
  // If the process exits while the bundler works, the bundler writes a stack trace to the terminal.
  let bundling: Promise<unknown> = Promise.resolve();
  try {
    const config = readConfig(argv);
    const log = createLogger(config.logLevel);
    // A fault in one place must not end all other requests.
    process.on("unhandledRejection", (error) => log.error({ err: error }, "promise rejection not handled"));
    const prepareWeb = () => {
      if (config.web !== "on") return;
      // What fails here fails again, with an answer, when a browser asks.
      bundling = prepareWebClient(stopping).catch((error: unknown) => {
        if (!stopping.aborted) log.error({ err: error }, "bundling the browser client failed");
      });
    };
    const isEmbedded = config.databaseUrl === undefined;
    // While PostgreSQL starts there is time for the browser client. Where it runs already, organizations are loaded first:
    // bundling beside that, the server would listen 0.3 s later with 100,000 users, and nobody can ask for a page before.
    if (isEmbedded) prepareWeb();
    const installation = await openForServer(config, {
      progress: say,
      complain: (sentence, error) => log.error({ err: error }, sentence),
      onTaken: endWith,
      stopping,
    });
    const server = await serve(config, installation, log);
    if (!isEmbedded) prepareWeb();
    if (!stopping.aborted) await once(stopping, "abort");
    const isStopped = await stop(server, installation, log);
    await bundling;
    process.exit(isStopped ? 0 : 1);
  } catch (error) {
    // The start may fail because it was interrupted.
    if (!stopping.aborted) tellWhy(error);
    await bundling;
    process.exit(stopping.aborted ? 0 : 1);
  }
}

/** Listens from the first moment on, so that what has been started is stopped. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const requestStop = () => {
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stopping.abort();
  };
  process.on("SIGTERM", requestStop);
  process.on("SIGINT", requestStop);
  return stopping.signal;
}

function tellWhy(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
}

function endWith(error: unknown): never {
  tellWhy(error);
  process.exit(1);
}

async function serve(config: Config, installation: Installation, log: Logger): Promise<RunningServer> {
  try {
    // Only now, because a start that is refused (settings, port, data folder) would have loaded everything in vain.
    const { createSite, publicUrl, startServer } = await import("../server.ts");
    const { firstStart } = await import("./first-start.ts");
    const site = createSite(config, installation.db, installation.secret, log);
    const founded = await firstStart(config, site);
    // The password is shown before anything else can fail, because it cannot be shown later.
    const isPortOpen = config.port === 0 && config.publicUrl === undefined;
    if (founded !== undefined) tell(founded, isPortOpen ? undefined : publicUrl(config, config.port));
    const server = await startServer(site, collectSmallHeap);
    if (founded !== undefined && isPortOpen) say(founded.begin(publicUrl(config, Number(new URL(server.url).port))));
    say(`Parley is at ${server.url}`);
    return server;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Where the system chooses the port, the address shows only when the server runs. */
function tell({ begin, credentials, tryApi }: Founded, url: string | undefined): void {
  if (url !== undefined) say(begin(url));
  say(credentials);
  say(url === undefined ? "" : tryApi(url));
}

/** Whether everything was closed. */
async function stop(server: RunningServer, installation: Installation, log: Logger): Promise<boolean> {
  try {
    await server.stop();
    await installation.close();
    return true;
  } catch (error) {
    log.error({ err: error }, "shutdown failed");
    return false;
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
