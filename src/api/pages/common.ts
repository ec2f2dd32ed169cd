import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { type Coding, codingFor } from "#http/compression/compress.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { textResponse } from "../responses/raw-json.ts";
import { clientName, isIncompatibleClient } from "../parameters/client-name.ts";
import type { BodyBudget } from "#http/bodies/body-budget.ts";
import type { ConcurrencyLimit } from "#platform/limits/concurrency-limit.ts";
import { badRequest } from "#platform/errors.ts";
import { PREFIX } from "#http/exchange.ts";
import { healthPage } from "./health.ts";
import { metricsPages } from "./metrics.ts";
import { content, type PageRoute, page } from "./page.ts";
import type { Route } from "#http/router.ts";

const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const VIEWER_FILES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
};

/** Scripts and styles come from our own origin only. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Another site could put the page, which sends requests, under something that one clicks. */
const PAGE_HEADERS = {
  "content-security-policy": PAGE_POLICY,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
};

const JSON_TYPE = "application/json";
/** Cached, but revalidated before each use. */
const CHECKED = { "cache-control": "no-cache" };

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

const START = `SwaggerUIBundle({ url: ${JSON.stringify(`${PREFIX}/openapi.json`)}, dom_id: "#viewer", deepLinking: true, docExpansion: "none" });\n`;

/** The OpenAPI document, which is served below `PREFIX`, and made when somebody asks for it. */
export const documentRoute = (document: () => unknown): Route => {
  let text: string | undefined;
  /** By `Accept-Encoding` as it is understood, so that it is compressed once. */
  const responses = new Map<Coding | undefined, Promise<HttpResponse>>();
  const answerFor = async (coding: Coding | undefined): Promise<HttpResponse> => {
    text ??= JSON.stringify(document());
    const { headers, body } = await textResponse(text, coding);
    return content(JSON_TYPE, body, { ...headers, ...CHECKED });
  };
  return {
    id: "openapi",
    method: "GET",
    path: `${PREFIX}/openapi.json`,
    scope: "none",
    serve({ head }) {
      const coding = codingFor(head.headers["accept-encoding"]);
      const known = responses.get(coding) ?? answerFor(coding);
      responses.set(coding, known);
      return known;
    },
  };
};

/** Pages beside the endpoints: the documentation viewer, health and metrics. */
export function commonPages(site: ServerSite): PageRoute[] {
  const viewerFile = (file: string, type: string): PageRoute =>
    page(`/api/viewer/${file}`, "none", () => ({
      status: 200,
      headers: { ...CHECKED, "content-type": type },
      body: createReadStream(join(VIEWER, file)),
    }));
  return [
    ...["/api", "/api/"].map((path) =>
      page(path, "none", () => content("text/html; charset=utf-8", PAGE, { ...CHECKED, ...PAGE_HEADERS })),
    ),
    page("/api/viewer/start.js", "none", () => content("text/javascript", START, CHECKED)),
    ...Object.entries(VIEWER_FILES).map(([file, type]) => viewerFile(file, type)),
    healthPage(site),
    page("/compatibility", "none", ({ head }) => {
      const agent = head.headers["user-agent"] ?? "";
      if (agent.trim() === "") throw badRequest("User-Agent header missing from request");
      if (isIncompatibleClient(clientName(undefined, agent))) throw badRequest("Client is too old");
      return content(JSON_TYPE, '{"result":"success","msg":""}\n');
    }),
    ...metricsPages(site),
  ];
}

interface Watched {
  readonly bodies: BodyBudget;
  readonly reads: ConcurrencyLimit;
  readonly writes: ConcurrencyLimit;
  readonly large: ConcurrencyLimit;
}

/** Registers metrics that only the running server knows. */
export function watchServer(site: ServerSite, realms: Realms, { bodies, reads, writes, large }: Watched): void {
  const each = (figure: "underWay" | "refused") => () => reads[figure] + writes[figure] + large[figure];
  site.metrics.watch("requests_under_way", "Requests that are worked on, without polls.", each("underWay"));
  site.metrics.watch("shed_requests", "Requests refused because too many were under way.", each("refused"));
  site.metrics.watch("unfinished_bodies", "Requests whose bodies have not all come.", () => bodies.bodies);
  site.metrics.watch("unfinished_body_bytes", "Memory that is counted for them.", () => bodies.bytes);
  site.metrics.watch("shed_bodies", "Bodies that were given up for others since the start.", () => bodies.shed);
  site.metrics.watch("parked_polls", "Polls that wait.", () => sum(realms.all().map(({ polls }) => polls.parked)));
  site.metrics.watch("queues", "Registered event queues.", async () =>
    sum(await Promise.all(realms.all().map(({ queues }) => queues.count()))),
  );
  site.metrics.watch("database_connections", "Connections that Parley holds to PostgreSQL.", async () => {
    const [row] = await site.db.background<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database()
        and (application_name like 'parley%' or application_name = current_setting('application_name'))`;
    return row?.count ?? 0;
  });
  watchReplica(site);
  site.metrics.watch("log_head", "The newest log position, over all organizations.", () =>
    sum(realms.all().map(({ model }) => model.position)),
  );
}

/** How often reads of history used the replica, and why they did not. */
function watchReplica({ replica, metrics }: ServerSite): void {
  if (replica === undefined) return;
  const { counts } = replica;
  metrics.watch("replica_reads", "Reads of history by the replica since the start.", () => counts.used);
  metrics.watch("replica_behind", "Those by the primary, because the replica was behind.", () => counts.behind);
  metrics.watch("replica_ahead", "Those by the primary, because the replica was ahead.", () => counts.ahead);
  metrics.watch("replica_failed", "Those by the primary, because the replica failed.", () => counts.failed);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
