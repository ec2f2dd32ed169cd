import { type RunningJob, startJobs } from "#engine/jobs/job.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { browserEndpoints, eventRegistry, domains, endpoints, getEvents } from "./app.ts";
import { senderName } from "#api/callers/auth.ts";
import { createSchemes, schemeFor } from "#api/browser/scheme.ts";
import { createBodyBudget } from "#http/bodies/body-budget.ts";
import { createProxies } from "#http/client-address.ts";
import { removeOldResponses } from "#api/repeats/once.ts";
import { endpointRoutes } from "#api/endpoint-route.ts";
import { createKeys } from "#platform/keys.ts";
import { createCodeLimits } from "#platform/limits/code-limits.ts";
import { createFormLimits } from "#platform/limits/form-limits.ts";
import { createLoginLimits } from "#platform/limits/login-limits.ts";
import { createLongpoll } from "#api/event-polls.ts";
import { openApiDocument } from "#api/documentation/openapi.ts";
import { type MetricsServer, startMetricsServer } from "#api/pages/metrics.ts";
import { commonPages, documentRoute, watchServer } from "#api/pages/common.ts";
import { createConcurrencyLimit } from "#platform/limits/concurrency-limit.ts";
import { createLeakyBucket, createRateLimiter } from "#platform/limits/rate-limit.ts";
import { createServer } from "#api/http-server.ts";
import { webClientPages } from "./web/client.ts";
import type { Config } from "#config/config.ts";
import type { Database } from "#engine/db/database.ts";
import { createFaults } from "#engine/db/faults.ts";
import { createReplica } from "#engine/db/replica.ts";
import { openRealms, type Realms } from "#engine/runtime/realms.ts";
import type { OnEmitted, OnRefused, ServerSite } from "#engine/runtime/site.ts";
import { createSharedCommits } from "#engine/writer/commit/shared-commits.ts";
import { createDelivery } from "#engine/delivery/deliver.ts";
import { createLateReads } from "#engine/delivery/late-reads.ts";
import { checkedDestination } from "#outbound/ssrf-guard.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { createHttpClient } from "#outbound/http-client.ts";
import { systemClock } from "#platform/clock.ts";
import type { Logger } from "#platform/logger.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { rawJsonResponse } from "#api/responses/raw-json.ts";
import { createHold } from "#api/responses/hold.ts";
import { errorPages } from "#domains/records/pages/error-page.ts";
import { FEATURE_LEVEL } from "#domains/records/organization/version.ts";
import { ldapDirectories } from "#domains/entry/sign-on/ldap/directories.ts";
import { registerQueueOnly } from "#domains/register/endpoints.ts";
import { hashing } from "#domains/people/login/passwords.ts";

const REQUESTS = { seconds: 60, requests: 200 };
/**
 * How many reads, and how many writes, are worked on at once. A process serves more than this in a second, so a request
 * that is not refused waits for about a second at most.
 */
const MAX_UNDER_WAY = 1000;
/** Of requests whose answers are large: 1,000 registers of an organization with 16,000 users took 2.4 GB. */
const MAX_LARGE = 100;
const PASSWORD_CHANGES = { seconds: 1800, requests: 5 };
/**
 * How long requests under way may take during a shutdown; then a client that still sends or does not read is cut off.
 */
const LAST_ANSWERS_MS = 4000;

export interface RunningServer {
  readonly url: string;
  /** Stops accepting connections, answers the parked polls, and finishes requests under way. */
  stop(): Promise<void>;
}

export interface SiteOptions {
  readonly onEmitted?: OnEmitted;
  readonly onRefused?: OnRefused;
}

export function createSite(
  config: Config,
  db: Database,
  secret: string,
  log: Logger,
  { onEmitted, onRefused }: SiteOptions = {},
): ServerSite {
  const clock = systemClock;
  const keys = createKeys(secret);
  const metrics = createMetrics();
  return {
    config,
    db,
    replica: db.replica && createReplica(db.replica),
    commits: createSharedCommits(db.commits, db.writes, clock),
    lateReads: createLateReads(),
    faults: createFaults(clock),
    keys,
    clock,
    log,
    metrics,
    bucket: configuredBucket(config, (operation, seconds, failure) => {
      metrics.bucketCall(operation, failure === undefined ? "success" : "failure", seconds);
      if (failure !== undefined) log.warn({ err: failure, operation }, "the bucket of files failed");
    }),
    hold: createHold(clock),
    delivery: createDelivery(eventRegistry, log, keys),
    http: createHttpClient((address, isTrusted) =>
      checkedDestination(address, isTrusted || config.outboundAllowPrivate),
    ),
    proxies: createProxies(config.trustedProxies ?? [], log),
    logins: config.rateLimit ? createLoginLimits(clock) : undefined,
    secondSteps: config.rateLimit ? createCodeLimits(clock) : undefined,
    passwordChanges: config.rateLimit ? createRateLimiter(PASSWORD_CHANGES, clock) : undefined,
    forms: config.rateLimit ? createFormLimits(clock) : undefined,
    generation: Math.floor(clock.now() / 1000),
    onEmitted,
    onRefused,
  };
}

/** Hosts that other machines cannot reach. */
const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** The URL at which clients reach the server, unless the operator sets one. */
export function publicUrl(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host = LOOPBACK.has(config.host) || ["0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  return `http://${inUrl(host)}:${port}`;
}

const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** Serves HTTP on an open database. `onLoaded` is called when everything is there, before the server listens. */
export async function startServer(base: ServerSite, onLoaded: () => void = () => {}): Promise<RunningServer> {
  const { config, clock } = base;
  const limited = <Limiter>(limiter: () => Limiter) => (config.rateLimit ? limiter() : undefined);
  let ownUrl = publicUrl(config, config.port);
  const tasks = {
    restart: domains.flatMap(({ onRestart }) => onRestart),
    hourly: [...domains.flatMap(({ hourly }) => hourly), removeOldResponses],
  };
  const realms: Realms = await openRealms(base, () => ownUrl, tasks);
  const site: ServerSite = { ...base, directories: ldapDirectories(base, realms) };
  const schemes = createSchemes(site);
  const longpoll = createLongpoll({
    site,
    schemes,
    realms,
    endpoint: getEvents,
    limiter: limited(() => createLeakyBucket(REQUESTS, clock)),
    register: registerQueueOnly,
  });
  const limiter = limited(() => createRateLimiter(REQUESTS, clock));
  const webhookLimiter = limited(() => createLeakyBucket(REQUESTS, clock));
  const concurrency = {
    reads: createConcurrencyLimit(MAX_UNDER_WAY),
    writes: createConcurrencyLimit(MAX_UNDER_WAY),
    large: createConcurrencyLimit(MAX_LARGE),
  };
  const document = () =>
    openApiDocument(
      { endpoints, browserEndpoints },
      domains.flatMap(({ outgoing }) => outgoing),
      String(FEATURE_LEVEL),
    );
  const bodies = createBodyBudget(clock);
  const respond = rawJsonResponse;
  const server = createServer({
    site,
    longpoll,
    errorPage: errorPages(realms),
    bodies,
    senderOf(head) {
      const realm = realms.open(head.headers["host"]);
      const user = realm && schemeFor(schemes, head.url).proven(realm, head);
      return { address: site.proxies.clientAddress(head), user: user && senderName(realm, user) };
    },
    api: [
      ...endpointRoutes({
        site,
        realms,
        endpoints,
        limiter,
        webhookLimiter,
        ...concurrency,
        scheme: schemes.key,
        respond,
      }),
      ...endpointRoutes({
        site,
        realms,
        endpoints: [...endpoints, ...browserEndpoints],
        limiter,
        webhookLimiter,
        ...concurrency,
        scheme: schemes.session,
        respond,
      }),
      documentRoute(document),
    ],
    pages: [
      ...domains.flatMap(({ pages }) => pages({ site, realms })),
      ...commonPages(site),
      ...webClientPages(config, site.log),
    ],
  });
  watchServer(site, realms, { bodies, ...concurrency });
  site.metrics.watch("password_hashes", "Passwords hashed or compared since the start.", () => hashing.done);
  site.metrics.watch("password_hashes_waiting", "Passwords that wait for their turn.", () => hashing.waiting);
  let metricsServer: MetricsServer | undefined;
  let port: number;
  try {
    if (config.metricsPort !== undefined) metricsServer = await startMetricsServer(site, config.metricsPort);
    onLoaded();
    port = await server.listen(config.host, config.port);
  } catch (error) {
    await metricsServer?.close();
    await realms.close();
    throw error;
  }
  ownUrl = publicUrl(config, port);
  const close = async (jobs?: RunningJob) => {
    longpoll.close();
    const isClosed = await Promise.race([server.close().then(() => true), sleep(LAST_ANSWERS_MS, false)]);
    if (!isClosed) server.cutOff();
    await jobs?.stop();
    await realms.close();
    await metricsServer?.close();
    await site.bucket?.close();
  };
  if (config.publicUrl === undefined && !LOOPBACK.has(config.host)) {
    site.log.warn(
      { host: config.host, url: ownUrl },
      "--public-url is not set: mails and webhooks link to this url, and clients get the host of their request only if it is an address, a name of this machine or one of --allowed-hosts",
    );
  }
  if (config.development) {
    site.log.warn({ host: config.host }, "--development is on: anybody who reaches this server gets anybody's API key");
  }
  const jobs = await startJobs(
    domains.flatMap((domain) => domain.jobs),
    { site, realms, http: site.http },
  ).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url: `http://${inUrl(config.host)}:${port}`, stop: () => close(jobs) };
}
