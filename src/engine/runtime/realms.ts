import { isIP } from "node:net";
import type { RequestSource } from "#http/client-address.ts";
import type { Bus } from "#engine/log/bus/bus.ts";
import { dueInRun } from "./following.ts";
import { openBus } from "./open-bus.ts";
import { sweepQueues } from "#engine/delivery/queues.ts";
import { maintainPartitions } from "#engine/log/partitions.ts";
import { hostNameIn, isLoopbackHost, type IsOwnHost, ownHosts, reachedUrl } from "./own-hosts.ts";
import { ownUrls } from "./own-urls.ts";
import { type RealmRuntime, openRealm } from "./realm-runtime.ts";
import type { ServerSite, Site } from "./site.ts";

/** How often the heads are read in case a notice was lost, and how often polls are checked for heartbeats. */
const LOOK_MS = 1000;
const SWEEP_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The organizations that are loaded before the server listens; with more of them, the others when they are needed. */
const MAX_AT_START = 20;

interface HeadRow {
  readonly realmId: number;
  readonly position: number;
}

/** Maintenance of an organization that no request asks for. */
export type OrganizationTask = (realm: RealmRuntime, site: Site) => Promise<void>;

export interface OrganizationTasks {
  /** Run before anything else, in a process that found no other one when it started. */
  readonly restart: readonly OrganizationTask[];
  /** Run once an hour by every process, so running twice must have the effect of running once. */
  readonly hourly: readonly OrganizationTask[];
}

/** The organizations of this installation. */
export interface Realms {
  /** The organization that a request's host names. */
  byHost(host: string | undefined): Promise<RealmRuntime | undefined>;
  /**
   * The same without waiting: undefined if the organization is not open yet, is being reloaded or was not followed, or
   * if there is none.
   */
  open(host: string | undefined): RealmRuntime | undefined;
  /**
   * The URL of an organization for the sender of a request, never to be shown to others: the configured one, or else
   * the one that the request used, if its host is this server's own.
   */
  urlFor(realm: RealmRuntime, request: RequestSource): string;
  /** For background work, also in organizations that no request has asked for yet. */
  byId(id: number): Promise<RealmRuntime | undefined>;
  all(): readonly RealmRuntime[];
  /**
   * The organizations that repeated work has to look at: those that this process follows. The others are left to the
   * processes that follow them, except every tenth time: there may be none.
   */
  forRepeatedWork(run: number): readonly RealmRuntime[];
  /** Calls the listener after every commit of this process, for any organization. */
  onCommitted(listener: () => void): void;
  close(): Promise<void>;
}

/** `publicUrl` is called when it is needed: a free port is known only when the server listens. */
export async function openRealms(site: ServerSite, publicUrl: () => string, tasks: OrganizationTasks): Promise<Realms> {
  const { db, log, clock, config, proxies } = site;
  const listed = config.allowedHosts ?? [];
  const isOwnHost = ownHosts(listed);
  const publicHost = lastResult(publicUrl, (url) => new URL(url).hostname);
  const isRoot: IsOwnHost = (name) => isOwnHost(name) || name === publicHost();
  const realms = new Map<string, Promise<RealmRuntime>>();
  const opened = new Map<number, RealmRuntime>();
  const listeners: (() => void)[] = [];
  let bus: Bus | undefined;
  let isRestart = false;
  let subdomains = new Map<string, number>();

  const complain = (error: unknown) => log.warn({ err: error }, "log not followed");

  /** Finds organizations that an operator has added. Returns the head of each. */
  const lookForNew = async (): Promise<readonly HeadRow[]> => {
    const rows = await db.reads<(HeadRow & { subdomain: string })[]>`
      select r.id as realm_id, r.subdomain, h.position
      from realm r join realm_head h on h.realm_id = r.id order by r.id`;
    subdomains = new Map(rows.map(({ realmId, subdomain }) => [subdomain, realmId]));
    return rows;
  };

  const doAll = async (some: readonly OrganizationTask[], realm: RealmRuntime) => {
    for (const task of some) {
      await task(realm, site).catch((error: unknown) =>
        log.warn({ err: error, realm: realm.id, task: task.name }, "organization task failed"),
      );
    }
  };

  const openNow = async (subdomain: string, realmId: number): Promise<RealmRuntime> => {
    const own = lastResult(publicUrl, (url) => urlOf(url, subdomain));
    const realm = await openRealm({
      site,
      realmId,
      url: own,
      ownUrls: ownUrls({
        own,
        subdomain,
        isConfigured: config.publicUrl !== undefined,
        listed,
        isOwnHost,
        isAnswered: (host) => subdomainOf(host, isRoot, subdomains) === subdomain,
        clock,
      }),
      announce(id, position) {
        bus?.announce(id, position);
        for (const listener of listeners) listener();
      },
      passOn: (id, event) => bus?.emitEphemeral(id, event),
      onQueueGone: (id, queueId) => bus?.queueGone(id, queueId),
      onFollowed: (id) => bus?.follow(id),
      isAlone: () => bus?.hasPeers() === false,
    });
    if (isRestart) await doAll(tasks.restart, realm);
    return realm;
  };

  const open = (subdomain: string, realmId: number): Promise<RealmRuntime> => {
    const known = realms.get(subdomain);
    if (known !== undefined) return known;
    const opening = openNow(subdomain, realmId);
    realms.set(subdomain, opening);
    opening.then(
      (realm) => opened.set(realmId, realm),
      () => realms.delete(subdomain),
    );
    return opening;
  };

  /** Catches up with heads whose notices were lost. */
  const lookAtHeads = async () => {
    try {
      await bus?.lookForPeers();
      const before = new Map([...opened].map(([id, { model }]) => [id, model.position]));
      const heads = await lookForNew();
      for (const { realmId, position } of heads)
        opened.get(realmId)?.tail.noteHead(position, before.get(realmId) ?? position);
      await Promise.all(heads.map(async ({ realmId, position }) => opened.get(realmId)?.reached(position)));
    } catch (error) {
      complain(error);
    }
  };

  const doneAt = new Map<number, number>();
  const doHourlyTasks = async (realm: RealmRuntime) => {
    if (clock.monotonic() < (doneAt.get(realm.id) ?? -HOUR_MS) + HOUR_MS) return;
    doneAt.set(realm.id, clock.monotonic());
    await doAll(tasks.hourly, realm);
  };

  const sweep = async () => {
    try {
      for (const realm of opened.values()) await doHourlyTasks(realm);
      for (const realm of opened.values()) realm.queues.forgetIdle();
      await maintainPartitions(db.background);
      while ((await sweepQueues(db.background)) > 0);
    } catch (error) {
      log.warn({ err: error }, "sweep failed");
    }
  };

  bus = await openBus(site, {
    onNews: (realmId, position) => void opened.get(realmId)?.following.onNews(position).catch(complain),
    onEphemeral: (realmId, event) => opened.get(realmId)?.receiveEphemeral(event),
    onFollowed(realmId) {
      // What was written before this process knew of it was not announced.
      const realm = opened.get(realmId);
      if (realm !== undefined) bus?.announce(realmId, realm.model.position);
    },
    onGreeting() {
      for (const [realmId, { following }] of opened) if (following.isOn) bus?.follow(realmId);
    },
    onQueueGone: (realmId, queueId) => opened.get(realmId)?.forgetQueue(queueId),
    onReconnect: () => void lookAtHeads(),
  });
  await Promise.all([bus.lookForPeers(), lookForNew()]);
  isRestart = !bus.hasPeers();
  for (const [subdomain, id] of [...subdomains].slice(0, MAX_AT_START)) {
    // What fails here fails again, with an answer, when somebody asks for the organization.
    await open(subdomain, id).catch((error: unknown) =>
      log.error({ err: error, realm: id }, "organization not loaded"),
    );
  }
  let looking: Promise<void> | undefined;
  const timers = [
    setInterval(() => {
      for (const realm of opened.values()) {
        realm.polls.beat();
        realm.following.look().catch(complain);
      }
      looking ??= lookAtHeads().finally(() => (looking = undefined));
    }, LOOK_MS),
    setInterval(() => void sweep(), SWEEP_MS),
  ];

  const subdomainOfId = (id: number) => [...subdomains].find(([, realmId]) => realmId === id)?.[0];

  // A server for development gives everybody's key to whoever asks: the page of another site must not be able to ask it
  // under a name of that site's that leads to this machine.
  const isServed = (host: string | undefined): boolean => !config.development || isLoopbackHost(hostNameIn(host));

  return {
    async byHost(host) {
      const subdomain = isServed(host) ? subdomainOf(host, isRoot, subdomains) : undefined;
      const id = subdomain === undefined ? undefined : subdomains.get(subdomain);
      if (subdomain === undefined || id === undefined) return undefined;
      const realm = await served(await open(subdomain, id));
      realm.following.noteUse();
      await realm.following.begin();
      return realm;
    },
    open(host) {
      const subdomain = isServed(host) ? subdomainOf(host, isRoot, subdomains) : undefined;
      const id = subdomain === undefined ? undefined : subdomains.get(subdomain);
      const realm = id === undefined ? undefined : opened.get(id);
      realm?.following.noteUse();
      return realm?.tail.isReloading === true || realm?.following.isOn === false ? undefined : realm;
    },
    urlFor(realm, request) {
      if (config.publicUrl !== undefined) return realm.url;
      const { host } = request.headers;
      return reachedUrl(host, proxies.scheme(request), subdomainOfId(realm.id) ?? "", isOwnHost) ?? realm.url;
    },
    async byId(id) {
      const subdomain = subdomainOfId(id);
      if (subdomain === undefined) return undefined;
      const realm = await served(await open(subdomain, id));
      await realm.following.caughtUp();
      return realm;
    },
    all: () => [...opened.values()],
    forRepeatedWork: (run) => dueInRun(run, [...opened.values()]),
    onCommitted: (listener) => void listeners.push(listener),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await looking;
      await Promise.all([...opened.values()].map((realm) => realm.drain()));
      await bus?.close().catch(() => {});
    },
  };
}

/** A model that has lost the log must not serve requests. */
async function served(realm: RealmRuntime): Promise<RealmRuntime> {
  if (realm.tail.isReloading) await realm.tail.reloaded();
  return realm;
}

/** A lone organization answers on every host; of several, the first label of the host names one. */
export function subdomainOf(
  host: string | undefined,
  isRoot: IsOwnHost,
  subdomains: ReadonlyMap<string, unknown>,
): string | undefined {
  if (subdomains.size === 1) return [...subdomains.keys()][0];
  const name = hostNameIn(host);
  // An organization whose name equals the first label of the server's own host must not replace the root organization.
  if (isRoot(name) && subdomains.has("")) return "";
  const label = name.split(".", 1)[0] ?? "";
  return isIP(name) === 0 && label !== "" && subdomains.has(label) ? label : undefined;
}

/** A function of a value that hardly ever changes: it is computed again only when it has. */
function lastResult<Value, Result>(read: () => Value, compute: (value: Value) => Result): () => Result {
  let last: { readonly value: Value; readonly result: Result } | undefined;
  return () => {
    const value = read();
    if (last === undefined || last.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}

export function urlOf(publicUrl: string, subdomain: string): string {
  const url = new URL(publicUrl);
  if (subdomain !== "" && isIP(url.hostname) === 0) url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
