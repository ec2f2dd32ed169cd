import { ApiError, invalidKey } from "#platform/errors.ts";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { createStalledWriters } from "#engine/db/stalled.ts";
import { createWriter } from "#engine/writer/writer.ts";
import { type Audience, type LogEntry, type EphemeralEvent, ephemeralEntry } from "#engine/log/entry.ts";
import { type Emittable, type FieldsOf, loggedEvent, nothing } from "#engine/log/event-kinds.ts";
import { createPolls, type Polls } from "#engine/delivery/poll.ts";
import { createQueues, type Queues } from "#engine/delivery/queues.ts";
import { createTail, type Tail } from "#engine/log/tail.ts";
import { createParkedPolls, type ParkedPolls } from "#engine/delivery/parked-polls.ts";
import { createEphemeralEvents } from "#engine/delivery/ephemeral-events.ts";
import { loadModel } from "#engine/model/load.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { AttachedState } from "#platform/collections/attached-state.ts";
import { createFollowing, type Following } from "./following.ts";
import { onlyUrl, type OwnUrls } from "./own-urls.ts";
import { sealPools, type SealedPools } from "./pools.ts";
import type { ServerSite } from "./site.ts";
import type { UserAction, WriteGuard, WriteOptions } from "./write-guards.ts";

/** An organization as this process serves it: its model, its writer, its queues and the polls parked here. */
export interface RealmRuntime<Recorded extends AuditAction = never> {
  readonly id: number;
  readonly model: Model;
  readonly tail: Tail;
  readonly queues: Queues;
  readonly polls: Polls;
  /**
   * The configured URL, without a trailing slash, for mails, webhooks and everything that is not a response to one
   * caller. Responses use `Call.url`.
   */
  readonly url: string;
  readonly ownUrls: OwnUrls;
  /**
   * Runs a write by a user, one action of the writer: it decides against the exact model, and it is committed and
   * applied to this process's model before the promise resolves. If it rejects with anything but UNKNOWN_OUTCOME,
   * nothing was changed.
   *
   * The user is looked up again inside the writer: since the request began, the account may have been deactivated, have
   * got another key, or have lost the role that the endpoint requires (see write-guards.ts).
   */
  readonly write: <Result>(
    actor: User,
    action: UserAction<Result, Recorded>,
    options?: WriteOptions,
  ) => Promise<Result>;
  /** Whether writes wait for so long that no more of them should be begun. */
  readonly isBehind: boolean;
  /** What writes pass inside the writer: see write-guards.ts. */
  readonly guards: readonly WriteGuard[];
  /** The organization without guards. */
  readonly unguarded: RealmRuntime;
  /** State of the organization in this process: see `perOrganization`. */
  readonly state: AttachedState;
  /** Runs a write that no user asked for, such as a job's. No guard applies. */
  readonly writeAsServer: <Result>(action: (tx: Tx<Recorded>) => Result | Promise<Result>) => Promise<Result>;
  /**
   * Sends an event to polls that are parked now, in every process, and to those that come within seconds. Nothing is
   * stored.
   */
  emitEphemeral<const Kind extends Emittable>(kind: Kind, fields: FieldsOf<Kind>, audience: Audience): void;
  /**
   * Removes a user's queue, in every process, and answers its parked poll; false if there is no such queue. With a key
   * only one that this key has registered.
   */
  removeQueue(id: string, userId: number, keyId?: number): Promise<boolean>;
  /** Another process has removed a queue. */
  forgetQueue(id: string): void;
  /** Delivers an ephemeral event of another process to the polls parked here. */
  receiveEphemeral(event: EphemeralEvent): void;
  /** For `readPool` and `backgroundPool` of pools.ts, which endpoints and actions may not use. */
  readonly pools: SealedPools;
  /** Waits until the model contains everything up to a position. */
  reached(position: number): Promise<void>;
  readonly following: Following;
  drain(): Promise<void>;
}

export interface RealmWiring {
  readonly site: ServerSite;
  readonly realmId: number;
  /** Asked whenever the URL is needed: its port may be known only later. */
  readonly url: () => string;
  /** By default only `url`. */
  readonly ownUrls?: OwnUrls;
  /** Notifies the other processes. */
  readonly announce: (realmId: number, position: number) => void;
  readonly passOn?: (realmId: number, event: EphemeralEvent) => void;
  readonly onQueueGone?: (realmId: number, queueId: string) => void;
  /** Tells the other processes that this one follows the organization's log. */
  readonly onFollowed?: (realmId: number) => void;
  /** Whether there are no other processes. */
  readonly isAlone?: () => boolean;
}

export async function openRealm(wiring: RealmWiring): Promise<RealmRuntime> {
  const {
    site,
    realmId,
    url,
    ownUrls = onlyUrl(url),
    announce,
    passOn,
    onQueueGone,
    onFollowed,
    isAlone = () => false,
  } = wiring;
  const { db, log, clock, metrics, delivery, lateReads, faults } = site;
  const { hostname } = new URL(url());
  const load = () => loadModel(db.reads, realmId, hostname, site.config.gravatar);
  const model: Model = await load();
  const parkedPolls = createParkedPolls(model, delivery, clock);
  const queues = createQueues({ reads: db.reads, background: db.background, realmId, clock, log });
  /** One bad entry must not stop the log. Dismissed polls ask again, from where their clients stand. */
  const guarded = (work: (entries: readonly LogEntry[]) => void) => (entries: readonly LogEntry[]) => {
    try {
      work(entries);
    } catch (error) {
      log.error({ err: error, position: entries[0]?.position }, "entries not delivered, parked polls dismissed");
      parkedPolls.dismiss();
    }
  };
  const tail = createTail({
    sql: db.reads,
    model,
    log,
    kindOf: delivery.kindOf,
    onEntries: guarded((entries) => handOut(parkedPolls, queues, model, entries)),
    onRoomSpent: () => moveLogOn(),
    load,
    onReload(isServed) {
      if (!isServed) return faults.note(`Organization ${realmId}`, "It is being loaded anew");
      faults.clear(`Organization ${realmId}`);
      polls.forgetRead();
      // The clients poll again, and get what they have missed as late readers do.
      parkedPolls.dismiss();
    },
  });
  const writes = `Writes of organization ${realmId}`;
  const writer = createWriter({
    sql: db.writes,
    stalled: createStalledWriters(db.background, log),
    commits: site.commits,
    tail,
    log,
    clock,
    groupsInFlight: site.config.groupsInFlight,
    onStoring: guarded((entries) => parkedPolls.renderEarly(entries)),
    onCommit: (position, actions) => {
      metrics.group(actions);
      faults.noteCommit(writes);
      announce(realmId, position);
    },
    onRefused: (error) => faults.noteWrite(writes, error),
  });
  const ephemeral = createEphemeralEvents(clock);
  const polls = createPolls({ sql: db.reads, tail, parkedPolls, ephemeral, delivery, lateReads, clock, metrics });

  const receiveEphemeral = (event: EphemeralEvent) => {
    if (tail.isReloading) return;
    const entry = ephemeralEntry(event, tail.ephemeralId());
    ephemeral.keep(entry);
    parkedPolls.deliver([entry]);
  };

  const forgetQueue = (id: string) => {
    queues.forget(id);
    polls.release(id);
  };

  /** An entry for nobody makes room for new event IDs when nothing else is written. */
  let moving = false;
  const moveLogOn = () => {
    if (moving) return;
    moving = true;
    writer
      .run((tx) => tx.emit(nothing, {}, { to: "users", ids: [] }))
      .catch((error: unknown) => log.warn({ err: error }, "log not advanced"))
      .finally(() => (moving = false));
  };

  const root: RealmRuntime = {
    id: realmId,
    model,
    tail,
    queues,
    polls,
    get url() {
      return url();
    },
    ownUrls,
    write: (actor, action) => writer.run((tx) => action(tx, presentActor(tx.model, actor))),
    get isBehind() {
      return writer.isBehind;
    },
    guards: [],
    get unguarded() {
      return root;
    },
    state: new Map(),
    writeAsServer: (action) => writer.run(action),
    emitEphemeral(kind, fields, audience) {
      const event = { event: loggedEvent(kind, fields), audience };
      receiveEphemeral(event);
      passOn?.(realmId, event);
    },
    receiveEphemeral,
    async removeQueue(id, userId, keyId) {
      if (!(await queues.remove(id, userId, keyId))) return false;
      forgetQueue(id);
      onQueueGone?.(realmId, id);
      return true;
    },
    forgetQueue,
    pools: sealPools({ ...db, replica: site.replica, bucket: site.bucket }),
    async reached(position) {
      if (model.position < position) await tail.catchUp(position);
    },
    following: createFollowing({
      tail,
      clock,
      isNeeded: () => parkedPolls.size > 0 || isAlone(),
      tell: () => onFollowed?.(realmId),
    }),
    drain: () => writer.drain(),
  };
  return root;
}

function dismissGuests(parkedPolls: ParkedPolls, model: Model): void {
  for (const user of model.users.values()) if (isGuest(user)) parkedPolls.dismiss(user.id);
}

function handOut(parkedPolls: ParkedPolls, queues: Queues, model: Model, entries: readonly LogEntry[]): void {
  // A poll that was authenticated by a revoked key or an ended session gets nothing more; with a new one the client
  // continues from where it was.
  for (const { change } of entries) {
    if (change?.kind === "user_changed" && change.set.keyGeneration !== undefined) parkedPolls.dismiss(change.id);
    if (change?.kind === "sessions_ended") parkedPolls.dismiss(change.userId);
    if (change?.kind !== "api_keys_ended") continue;
    for (const id of change.ids) queues.forgetAllOfKey(id);
    parkedPolls.refuseEnded(change.userId);
  }
  parkedPolls.deliver(entries);
  // Users who have lost access get the refusal with their next poll.
  for (const { change } of entries) {
    if (change?.kind === "user_changed" && change.set.isActive === false) {
      queues.forgetAllOf(change.id);
      parkedPolls.dismiss(change.id);
    }
    if (change?.kind === "user_changed" && change.set.queuesEndedAt !== undefined) parkedPolls.dismiss(change.id);
    if (change?.kind === "realm_changed" && change.set.deactivated === true) parkedPolls.dismiss();
    if (change?.kind === "realm_changed" && change.set.guestQueuesEndedAt !== undefined)
      dismissGuests(parkedPolls, model);
  }
}

function presentActor(model: Model, actor: User): User {
  if (model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const now = model.users.get(actor.id);
  if (now === undefined || !now.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  // The request was authenticated by a key that has been revoked.
  if (now.keyGeneration !== actor.keyGeneration) throw invalidKey();
  return now;
}
