import { setTimeout as sleep } from "node:timers/promises";
import { avatarPages } from "./domains/people/avatars/pages.ts";
import { catalogue, endpoints, outgoingCalls, getEvents, chores } from "./app.ts";
import { startDueJobs } from "./due.ts";
import { emojiPages } from "./domains/organization/emoji/pages.ts";
import { provenSender } from "./api/auth.ts";
import { createBodyBudget } from "./http/bodies/body-budget.ts";
import { createProxies } from "./http/client-address.ts";
import { endpointRoutes } from "./api/endpoint-route.ts";
import { createKeys } from "./platform/keys.ts";
import { createLoginLimits } from "./platform/limits/login-limits.ts";
import { createLongpoll } from "./api/longpoll.ts";
import { openApiDocument } from "./api/documentation/openapi.ts";
import { type MetricsServer, startMetricsServer } from "./api/pages/metrics.ts";
import { commonPages, documentRoute, watchServer } from "./api/pages/common.ts";
import { createLeakyBucket, createRateLimiter } from "./platform/limits/rate-limit.ts";
import { createServer } from "./api/server.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./engine/db/database.ts";
import { createFaults } from "./engine/db/faults.ts";
import { startEmbedJob } from "./domains/integrations/embeds/job.ts";
import { startClosingGaps } from "./domains/messages/flags/ranges/compact-read-ranges.ts";
import { startSearchJob } from "./search/job.ts";
import { startMailJob } from "./engine/jobs/mail.ts";
import { startWatch } from "./engine/jobs/watch.ts";
import { openRealms, type Realms } from "./engine/runtime/realms.ts";
import type { Site } from "./engine/runtime/site.ts";
import { emailPages } from "./domains/people/settings/email-pages.ts";
import { createDelivery } from "./engine/delivery/deliver.ts";
import { connectMailServer } from "./outbound/mail-server.ts";
import { startNotifications } from "./domains/notifications/job.ts";
import { checkedDestination } from "./outbound/ssrf-guard.ts";
import { openDoor } from "./outbound/http-client.ts";
import { systemClock } from "./platform/clock.ts";
import type { Logger } from "./platform/logger.ts";
import { createMetrics } from "./platform/metrics.ts";
import { FEATURE_LEVEL } from "./domains/organization/server/version.ts";
import { registerQueueOnly } from "./domains/register/endpoints.ts";
import { uploadPages } from "./domains/files/serving/pages.ts";
import { hashing } from "./domains/people/login/passwords.ts";
import { startWebhookJob } from "./domains/integrations/webhooks/job.ts";

const REQUESTS = { seconds: 60, requests: 200 };
const PASSWORD_CHANGES = { seconds: 1800, requests: 5 };
/** What runs when the server stops may take this long; a client that still sends or does not read is cut off then. */
const LAST_ANSWERS_MS = 4000;

export interface RunningServer {
  readonly url: string;
  /** Stops accepting, answers the parked polls, finishes what runs. */
  stop(): Promise<void>;
}

export function createSite(config: Config, db: Database, secret: string, log: Logger): Site {
  const clock = systemClock;
  const keys = createKeys(secret);
  return {
    config,
    db,
    faults: createFaults(clock),
    keys,
    clock,
    log,
    metrics: createMetrics(),
    delivery: createDelivery(catalogue, log, keys),
    proxies: createProxies(config.trustedProxies ?? [], log),
    logins: config.rateLimit ? createLoginLimits(clock) : undefined,
    passwordChanges: config.rateLimit ? createRateLimiter(PASSWORD_CHANGES, clock) : undefined,
    generation: Math.floor(clock.now() / 1000),
  };
}

/** Where nobody reaches the server from another machine. */
const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Where people reach the server, unless the operator says otherwise. */
export function publicUrl(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host = LOOPBACK.has(config.host) || ["0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  return `http://${inUrl(host)}:${port}`;
}

const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** Serves HTTP on an open database. */
export async function startServer(site: Site): Promise<RunningServer> {
  const { config, clock } = site;
  const limited = <Limiter>(limiter: () => Limiter) => (config.rateLimit ? limiter() : undefined);
  let ownUrl = publicUrl(config, config.port);
  const realms: Realms = await openRealms(site, () => ownUrl, chores);
  const longpoll = createLongpoll({
    site,
    realms,
    endpoint: getEvents,
    limiter: limited(() => createLeakyBucket(REQUESTS, clock)),
    register: registerQueueOnly,
  });
  const limiter = limited(() => createRateLimiter(REQUESTS, clock));
  const document = openApiDocument(endpoints, outgoingCalls, String(FEATURE_LEVEL));
  const bodies = createBodyBudget(clock);
  const http = createServer({
    site,
    longpoll,
    bodies,
    senderOf: (head) => ({
      address: site.proxies.clientAddress(head),
      user: provenSender(realms.open(head.headers["host"]), site.keys, head.headers),
    }),
    api: [...endpointRoutes({ site, realms, endpoints, limiter }), documentRoute(document)],
    pages: [
      ...avatarPages(site, realms),
      ...emojiPages(realms),
      ...uploadPages(site, realms),
      ...emailPages(realms),
      ...commonPages(site),
    ],
  });
  watchServer(site, realms, bodies);
  site.metrics.watch("password_hashes", "Passwords hashed or compared since the start.", () => hashing.done);
  site.metrics.watch("password_hashes_waiting", "Passwords that wait for their turn.", () => hashing.waiting);
  let metricsServer: MetricsServer | undefined;
  let port: number;
  try {
    if (config.metricsPort !== undefined) metricsServer = await startMetricsServer(site, config.metricsPort);
    port = await http.listen(config.host, config.port);
  } catch (error) {
    await metricsServer?.close();
    await realms.close();
    throw error;
  }
  ownUrl = publicUrl(config, port);
  if (config.publicUrl === undefined && !LOOPBACK.has(config.host)) {
    site.log.warn(
      { host: config.host, url: ownUrl },
      "there is no --public-url: mails and webhooks link to this url, and clients are told the host that they asked for only if it is an address, a name of this machine or one of --allowed-hosts",
    );
  }
  const mail =
    config.smtpUrl === undefined
      ? undefined
      : startMailJob(site.db.reads, connectMailServer(config.smtpUrl, config.mailFrom), site.log);
  const watch = startWatch(site);
  realms.onWritten(() => watch.ring());
  const dueOptions = { sql: site.db.reads, watch, realmById: (id: number) => realms.byId(id), log: site.log };
  const notifications = config.smtpUrl === undefined ? [] : [startNotifications(site, realms, dueOptions)];
  const due = startDueJobs(dueOptions);
  const door = openDoor((address) => checkedDestination(address, config.outboundAllowPrivate));
  const webhooks = startWebhookJob(site, realms, door);
  const embeds = startEmbedJob(site, realms, door);
  const search = startSearchJob(() => realms.all(), site.log);
  const gaps = startClosingGaps(() => realms.all(), site.log);
  return {
    url: `http://${inUrl(config.host)}:${port}`,
    async stop() {
      longpoll.close();
      const isClosed = await Promise.race([http.close().then(() => true), sleep(LAST_ANSWERS_MS, false)]);
      if (!isClosed) http.cutOff();
      await Promise.all([webhooks, embeds, ...notifications, ...due, watch].map((job) => job.stop()));
      await Promise.all([search.stop(), gaps.stop()]);
      await realms.close();
      await mail?.stop();
      await metricsServer?.close();
    },
  };
}
