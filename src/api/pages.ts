import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";
import { clientName, isIncompatibleClient } from "./client-name.ts";
import { badRequest } from "./errors.ts";
import { PREFIX } from "./server.ts";

const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const VIEWER_FILES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
};

/** Scripts and styles come from our own origin only. */
const PAGE_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Parley API</title>
<link rel="stylesheet" href="/api/viewer/swagger-ui.css">
<div id="viewer"></div>
<script src="/api/viewer/swagger-ui-bundle.js"></script>
<script src="/api/viewer/start.js"></script>
</html>
`;

const START = `SwaggerUIBundle({ url: ${JSON.stringify(`${PREFIX}/openapi.json`)}, dom_id: "#viewer", deepLinking: true });\n`;

/** What is there beside the endpoints: the documentation, and what an operator looks at. */
export function addPages(app: FastifyInstance, site: Site, realms: Realms, document: unknown): void {
  const json = JSON.stringify(document);
  app.get(`${PREFIX}/openapi.json`, (_request, reply) => cached(reply, "application/json").send(json));
  app.get("/api", (_request, reply) =>
    cached(reply, "text/html; charset=utf-8").header("content-security-policy", PAGE_POLICY).send(PAGE),
  );
  app.get("/api/viewer/start.js", (_request, reply) => cached(reply, "text/javascript").send(START));
  for (const [file, type] of Object.entries(VIEWER_FILES)) {
    app.get(`/api/viewer/${file}`, (_request, reply) => cached(reply, type).send(createReadStream(join(VIEWER, file))));
  }

  app.get("/health", async (_request, reply) => {
    try {
      await site.db.reads`select 1 as one`;
      return reply.send('{"status":"ok"}\n');
    } catch {
      return reply.code(503).send('{"status":"the database cannot be reached"}\n');
    }
  });

  app.get("/compatibility", (request, reply) => {
    const agent = request.headers["user-agent"] ?? "";
    if (agent.trim() === "") throw badRequest("User-Agent header missing from request");
    if (isIncompatibleClient(clientName(undefined, agent))) throw badRequest("Client is too old");
    return reply.send('{"result":"success","msg":""}\n');
  });

  app.get("/metrics", async (request, reply) => {
    if (site.config.metricsFrom === "loopback" && !isFromHere(request)) return reply.code(404).send();
    return reply.type(site.metrics.registry.contentType).send(await site.metrics.registry.metrics());
  });
  site.metrics.watch("parked_polls", "Polls that wait.", () => sum(realms.all().map(({ polls }) => polls.parked)));
  site.metrics.watch("queues", "Registered event queues.", async () =>
    sum(await Promise.all(realms.all().map(({ queues }) => queues.count()))),
  );
  site.metrics.watch("database_connections", "Connections that Parley holds to PostgreSQL.", async () => {
    const [row] = await site.db.reads<{ count: number }[]>`
      select count(*) from pg_stat_activity where datname = current_database() and application_name like 'parley%'`;
    return row?.count ?? 0;
  });
  site.metrics.watch("log_head", "The newest log position, over all organizations.", () =>
    sum(realms.all().map(({ model }) => model.position)),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const cached = (reply: FastifyReply, type: string): FastifyReply =>
  reply.type(type).header("cache-control", "no-cache");

/** What a proxy on this machine passes on comes from elsewhere. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) && PROXY_HEADERS.every((name) => headers[name] === undefined);

const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (/^(::ffff:)?127\./.test(address) || address === "::1");
