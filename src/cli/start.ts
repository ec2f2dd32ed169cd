import { readConfig, testFailpoints, type Config } from "../config/config.ts";
import { armFailpoints } from "../platform/failpoints.ts";
import { createLogger, type Logger } from "../platform/logger.ts";
import { createSite, publicUrl, startServer, type RunningServer } from "../server.ts";
import { explain } from "./explain.ts";
import { firstStart } from "./first-start.ts";
import { type Installation, openForServer } from "./installation.ts";

/** Longer than a stop may take: after this the process ends whatever still runs. */
const STOP_MS = 9000;

/** `parley start`: runs the server until it is told to stop. */
export async function start(argv: readonly string[]): Promise<void> {
  armFailpoints(testFailpoints());
  try {
    const config = readConfig(argv);
    const log = createLogger(config.logLevel);
    // A fault in one place must not end what everybody else is doing.
    process.on("unhandledRejection", (error) => log.error({ err: error }, "something failed that nobody waited for"));
    const installation = await openForServer(config, {
      progress: say,
      complain: (sentence, error) => log.error({ err: error }, sentence),
      onTaken: endWith,
    });
    const server = await serve(config, installation, log);
    stopOnSignal(server, installation, log);
  } catch (error) {
    endWith(error);
  }
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

function stopOnSignal(server: RunningServer, installation: Installation, log: Logger): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server
      .stop()
      .then(() => installation.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the server did not stop cleanly");
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
