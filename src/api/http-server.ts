import type { Site } from "#engine/runtime/site.ts";
import type { BodyBudget, BodySender } from "#http/bodies/body-budget.ts";
import { type Listening, listenOn } from "#http/listen.ts";
import { createNodeServer } from "#http/node-server.ts";
import { createDispatcher, type ErrorPage } from "./dispatch.ts";
import { serveFastPath } from "#http/fast-path/fast-path.ts";
import { isForBrowsers, PREFIX, type RequestHead, type PageResponse, type Serve } from "#http/exchange.ts";
import { pathOf } from "./parameters/fields.ts";
import type { Longpoll } from "#http/poll-handler.ts";
import type { Route } from "#http/router.ts";

export interface ServerOptions {
  readonly site: Site;
  readonly longpoll: Longpoll;
  /** Routes below `PREFIX` and `BROWSER_PREFIX`, and all others. */
  readonly api: readonly Route[];
  readonly pages: readonly Route<PageResponse>[];
  readonly errorPage: ErrorPage;
  readonly bodies: BodyBudget;
  readonly senderOf: (head: RequestHead) => BodySender;
}

/** What speaks HTTP. */
export interface HttpServer {
  /** Returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Stops accepting connections. Resolves when all requests under way are answered. */
  close(): Promise<void>;
  /** Closes the remaining connections. */
  cutOff(): void;
}

export function createServer(options: ServerOptions): HttpServer {
  const { site, longpoll, api, pages, errorPage, bodies, senderOf } = options;
  const serveApi = createDispatcher(site, api);
  const servePage = createDispatcher(site, pages, errorPage);
  const serve: Serve<PageResponse> = (head, body) =>
    pathOf(head.url).startsWith(`${PREFIX}/`) || isForBrowsers(head.url) ? serveApi(head, body) : servePage(head, body);
  const server = createNodeServer({ longpoll, serve, bodies, senderOf });
  const { clock, config } = site;
  const fastPath =
    config.http === "fast" ? serveFastPath({ server, longpoll, serve: serveApi, clock, bodies, senderOf }) : undefined;
  let listening: Listening | undefined;
  return {
    async listen(host, port) {
      listening = await listenOn(server, host, port);
      return listening.port;
    },
    async close() {
      const closed = listening?.close();
      fastPath?.close();
      await closed;
    },
    cutOff() {
      server.closeAllConnections();
      fastPath?.cutOff();
    },
  };
}
