import { isAmong } from "#platform/collections/number-lists.ts";
import type { AccessBot, AccessChannel, AccessModel, AccessUser, Lookup } from "./access-model.ts";
import type { Change, ListChange } from "../changes.ts";
import type { Model } from "../model.ts";
import type { RealmRecord } from "../records.ts";

/**
 * The access changes in a range of the log, up to the model's own position, each list in log order. From them
 * `accessAt` computes for any position of the range who could see what there. Clients that read late need this: what
 * they may see now they may not have been allowed to see when it happened.
 */
export interface AccessHistory {
  /** The positions at which access changed. */
  readonly positions: number[];
  readonly realm: HistoryStep<Pick<RealmRecord, "settings">>[];
  readonly users: Map<number, HistoryStep<Partial<AccessUser>>[]>;
  readonly channels: Map<number, HistoryStep<Partial<AccessChannel>>[]>;
  readonly bots: Map<number, HistoryStep<Partial<AccessBot>>[]>;
  readonly groups: GroupStep[];
  readonly subscriptions: Map<number, SubscriptionSteps>;
  /** Direct conversation to the position at which it began. */
  readonly conversations: Map<number, number>;
}

interface HistoryStep<Before> {
  readonly position: number;
  readonly before: Before;
}

interface GroupStep {
  readonly position: number;
  readonly id: number;
  readonly members: ListChange;
  readonly subgroups: ListChange;
}

interface SubscriptionStep {
  readonly position: number;
  readonly isGain: boolean;
}

/** Changes of many users at once are kept as they are, so that they cost no memory per user. */
interface SubscriptionSteps {
  readonly single: Map<number, SubscriptionStep[]>;
  readonly bulk: (SubscriptionStep & { readonly userIds: readonly number[] })[];
}
const BULK = 64;

export const emptyHistory = (): AccessHistory => ({
  positions: [],
  realm: [],
  users: new Map(),
  channels: new Map(),
  bots: new Map(),
  groups: [],
  subscriptions: new Map(),
  conversations: new Map(),
});

/** Changes that say themselves what was before them; all others that concern access have `before`. */
export const WITHOUT_BEFORE = ["subscribed", "unsubscribed", "conversation_added"] as const satisfies Change["kind"][];

/** Adds the next change of the log. */
export function noteAccess(history: AccessHistory, position: number, change: Change): void {
  if (note(history, position, change)) history.positions.push(position);
}

function note(history: AccessHistory, position: number, change: Change): boolean {
  switch (change.kind) {
    case "subscribed":
    case "unsubscribed":
      noteSubscriptions(history, { position, isGain: change.kind === "subscribed" }, change);
      return true;
    case "conversation_added":
      history.conversations.set(change.conversation.id, position);
      return true;
    case "realm_changed":
      return change.before !== undefined && history.realm.push({ position, before: change.before }) > 0;
    case "user_changed":
      return addStep(history.users, change.id, position, change.before);
    case "channel_changed":
      return addStep(history.channels, change.id, position, change.before);
    case "bot_changed":
      return addStep(history.bots, change.bot.id, position, change.before);
    case "group_changed":
      return change.before !== undefined && history.groups.push({ position, id: change.id, ...change.before }) > 0;
    default:
      return false;
  }
}

function addStep<Before>(
  steps: Map<number, HistoryStep<Before>[]>,
  id: number,
  position: number,
  before: Before | undefined,
): boolean {
  if (before === undefined) return false;
  addTo(steps, id, { position, before });
  return true;
}

function addTo<Item>(lists: Map<number, Item[]>, key: number, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function noteSubscriptions(
  { subscriptions }: AccessHistory,
  step: SubscriptionStep,
  { channelId, userIds }: { readonly channelId: number; readonly userIds: readonly number[] },
): void {
  let steps = subscriptions.get(channelId);
  if (steps === undefined) subscriptions.set(channelId, (steps = { single: new Map(), bulk: [] }));
  if (userIds.length > BULK) steps.bulk.push({ ...step, userIds });
  else for (const id of userIds) addTo(steps.single, id, step);
}

/** The next position after another at which access changed. */
export function nextChange({ positions }: AccessHistory, position: number): number | undefined {
  let [from, to] = [0, positions.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((positions[middle] as number) > position) to = middle;
    else from = middle + 1;
  }
  return positions[from];
}

/**
 * The access model at a position of the range. It is valid until the model changes, and looks things up on demand, so
 * that creating one costs next to nothing.
 */
export function accessAt(model: Model, history: AccessHistory, position: number): AccessModel {
  const isLater = (step: { readonly position: number }) => step.position > position;

  const restored = <Rec extends object>(current: Rec | undefined, steps: HistoryStep<Partial<Rec>>[] | undefined) =>
    current === undefined || steps === undefined
      ? current
      : steps.filter(isLater).reduceRight((value, { before }) => ({ ...value, ...before }), current);

  const records = <Rec extends object>(
    current: Lookup<number, Rec>,
    steps: ReadonlyMap<number, HistoryStep<Partial<Rec>>[]>,
  ): Lookup<number, Rec> => ({
    get: (id) => restored(current.get(id), steps.get(id)),
    has: (id) => current.has(id),
  });

  const groupSteps = history.groups.filter(isLater).reverse();
  /** The groups that contained an ID, from the steps in `list`. */
  const containers = (
    current: Lookup<number, ReadonlySet<number>>,
    list: "members" | "subgroups",
  ): Lookup<number, ReadonlySet<number>> => {
    const get = (id: number) => {
      let groups: Set<number> | undefined;
      for (const step of groupSteps) {
        const [isCome, isGone] = [isAmong(step[list].come, id), isAmong(step[list].gone, id)];
        if (!isCome && !isGone) continue;
        groups ??= new Set(current.get(id));
        if (isCome) groups.delete(step.id);
        else groups.add(step.id);
      }
      return groups ?? current.get(id);
    };
    return { get, has: (id) => get(id) !== undefined };
  };

  const wasSubscribed = (channelId: number, userId: number): boolean => {
    const steps = history.subscriptions.get(channelId);
    const single = steps?.single.get(userId)?.find(isLater);
    const bulk = steps?.bulk.find((step) => isLater(step) && isAmong(step.userIds, userId));
    const next = (single?.position ?? Infinity) < (bulk?.position ?? Infinity) ? single : bulk;
    return next === undefined ? model.subscribers.get(channelId)?.has(userId) === true : !next.isGain;
  };

  const hadBegun = (conversationId: number) => (history.conversations.get(conversationId) ?? 0) <= position;
  const conversationOf = (key: string) => {
    const conversation = model.conversationsByUsers.get(key);
    return conversation !== undefined && hadBegun(conversation.id) ? conversation : undefined;
  };

  return {
    realm: restored<Pick<RealmRecord, "settings">>(model.realm, history.realm) ?? model.realm,
    users: records<AccessUser>(model.users, history.users),
    systemGroups: model.systemGroups,
    groupsListing: containers(model.groupsListing, "members"),
    supergroups: containers(model.supergroups, "subgroups"),
    allGroupsOf: new Map(),
    allGroupsOfRole: new Map(),
    bots: records<AccessBot>(model.bots, history.bots),
    channels: records<AccessChannel>(model.channels, history.channels),
    subscribers: {
      get: (channelId) => ({
        get: (userId) => model.subscribers.get(channelId)?.get(userId),
        has: (userId) => wasSubscribed(channelId, userId),
      }),
      has: (channelId) => model.subscribers.has(channelId),
    },
    endedSpans: model.endedSpans,
    channelsOf: {
      get(userId) {
        const channels = new Set(model.channelsOf.get(userId));
        for (const id of history.subscriptions.keys()) {
          if (wasSubscribed(id, userId)) channels.add(id);
          else channels.delete(id);
        }
        return [...channels].sort((a, b) => a - b);
      },
      has: () => true,
    },
    conversations: model.conversations,
    conversationsByUsers: { get: conversationOf, has: (key) => conversationOf(key) !== undefined },
    conversationsOf: {
      get: (userId) => new Set([...(model.conversationsOf.get(userId) ?? [])].filter(hadBegun)),
      has: (userId) => model.conversationsOf.has(userId),
    },
  };
}
