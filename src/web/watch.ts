import { Readable } from "node:stream";
import type { Plugin } from "esbuild";
import { type PageRoute, page } from "#api/pages/page.ts";
import type { Logger } from "#platform/logger.ts";
import type { WebClient } from "./asset.ts";
import { buildOptions, clientOf } from "./bundle.ts";
import type { CurrentClient } from "./pages.ts";

export interface Watched {
  readonly current: CurrentClient;
  /** Tells open pages of every build. */
  readonly pages: readonly PageRoute[];
}

/** For development: the client is rebuilt when a file of it changes, and open pages load themselves again. */
export function watchSources(log: Logger): Watched {
  const first = Promise.withResolvers<void>();
  const listeners = new Set<Readable>();
  let client: WebClient | undefined;
  const onBuild: Plugin = {
    name: "parley",
    setup(build) {
      build.onEnd(({ errors, outputFiles = [], metafile }) => {
        for (const { text, location } of errors) log.error({ file: location?.file, line: location?.line }, text);
        if (errors.length > 0 || metafile === undefined) return;
        client = clientOf(outputFiles, metafile, { isReloading: true });
        first.resolve();
        for (const listener of listeners) listener.push("data: built\n\n");
      });
    },
  };
  void import("esbuild")
    .then(({ context }) => context({ ...buildOptions(true), plugins: [onBuild] }))
    .then((context) => context.watch())
    .catch((error: unknown) => log.error({ err: error }, "the browser client cannot be built"));
  return {
    async current() {
      await first.promise;
      return client as WebClient;
    },
    pages: [
      page("/static/web-reload", "none", () => {
        const events = new Readable({ read() {} });
        listeners.add(events);
        events.once("close", () => listeners.delete(events));
        events.push(": connected\n\n");
        return { status: 200, headers: { "content-type": "text/event-stream" }, body: events };
      }),
    ],
  };
}
