import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Site } from "#engine/runtime/site.ts";
import { METRICS_CONTENT_TYPE } from "#platform/metrics/registry.ts";
import { hasBearer } from "../callers/auth.ts";
import type { HttpResponse, RequestHead } from "#http/exchange.ts";
import { content, type PageRoute, page } from "./page.ts";

const PATH = "/metrics";
/** Reachable from this machine only. A proxy has no reason to forward its port. */
const OWN_HOST = "127.0.0.1";

const UNAUTHORIZED: HttpResponse = {
  status: 401,
  headers: { "www-authenticate": "Bearer", "content-type": "text/plain" },
  body: "These figures need the token of PARLEY_METRICS_TOKEN: Authorization: Bearer <token>\n",
};

/**
 * Metrics show how busy an organization is and when, so they are hidden by default. The address of a request proves
 * nothing: behind a proxy on this machine every request looks local. An operator sets a token, or a port that no proxy
 * forwards, or both.
 */
export function metricsPages(site: Site): PageRoute[] {
  const { metricsToken, metricsPort } = site.config;
  return metricsToken === undefined || metricsPort !== undefined
    ? []
    : [page(PATH, "none", ({ head }) => metricsAnswer(site, head.headers))];
}

async function metricsAnswer({ config, metrics }: Site, headers: RequestHead["headers"]): Promise<HttpResponse> {
  if (config.metricsToken !== undefined && !hasBearer(headers, config.metricsToken)) return UNAUTHORIZED;
  return content(METRICS_CONTENT_TYPE, await metrics.registry.text());
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the metrics, and nothing else, on a port of their own. */
export async function startMetricsServer(site: Site, port: number): Promise<MetricsServer> {
  const answerTo = async (
    method: string | undefined,
    url: string,
    headers: RequestHead["headers"],
  ): Promise<HttpResponse> =>
    method === "GET" && url === PATH ? metricsAnswer(site, headers) : { status: 404, headers: {}, body: "" };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    answerTo(request.method, request.url ?? "", request.headers as RequestHead["headers"])
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body as string))
      .catch((error: unknown) => {
        site.log.error({ err: error }, "metrics collection failed");
        response.writeHead(500).end();
      });
  });
  server.listen({ host: OWN_HOST, port });
  await once(server, "listening").catch((error: unknown) => {
    throw Object.assign(error as Error, { flag: "--metrics-port" });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
