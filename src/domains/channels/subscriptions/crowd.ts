import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { type ActiveUser, activeUser, stillActive } from "#domains/records/users/access.ts";
import { readPool } from "#engine/runtime/pools.ts";
import { colorsOf } from "#domains/records/channels/queries.ts";
import type { UsedColors } from "#domains/records/channels/colors.ts";
import type { CreationParams } from "../settings/channel-params.ts";
import type { Enrolled } from "./actions/enroll.ts";
import { type LeaveResult, unsubscribe } from "./actions/leave.ts";
import {
  beginToCreate,
  beginToSubscribe,
  type Begun,
  type CreateInput,
  type Enrolling,
  sendNotices,
  subscribeMore,
  type SubscribeInput,
  type SubscribeResult,
} from "./actions/subscribe.ts";
import { inPieces, writePieces } from "./pieces.ts";

/**
 * The users of a request, found before its first write, which need not wait for that. A model that is behind other
 * processes may lack a user, and is brought up to date before anybody is refused.
 */
export async function crowdOf(
  realm: RealmRuntime,
  find: (model: Model) => readonly ActiveUser[] | Promise<readonly ActiveUser[]>,
): Promise<readonly ActiveUser[]> {
  try {
    return await find(realm.model);
  } catch {
    await realm.tail.catchUp();
    return find(realm.model);
  }
}

/** Subscribes any number of users; the answer is what `answer` makes of the result. */
export const subscribeCrowd = <Answer>(
  realm: RealmRuntime<Enrolling>,
  actor: User,
  crowd: readonly ActiveUser[],
  input: Omit<SubscribeInput, "principals" | "crowd">,
  answer: (result: SubscribeResult) => Answer,
): Promise<Answer> =>
  enrollCrowd(realm, actor, crowd, {
    channels: input.wanted.length,
    creation: input.creation,
    begin: (tx, present, principals, usedColors) =>
      beginToSubscribe(tx, present, { ...input, principals, crowd, usedColors }),
    answer,
  });

/** Creates a channel with any number of subscribers. Returns its ID. */
export const createWithCrowd = (
  realm: RealmRuntime<Enrolling>,
  actor: User,
  crowd: readonly ActiveUser[],
  input: Omit<CreateInput, "subscribers" | "crowd">,
): Promise<{ id: number }> =>
  enrollCrowd(realm, actor, crowd, {
    channels: 1,
    creation: input.creation,
    begin: (tx, present, subscribers, usedColors) =>
      beginToCreate(tx, present, { ...input, subscribers, crowd, usedColors }),
    answer: ({ created: [channel] }) => ({ id: channel?.id ?? -1 }),
  });

type Colors = ReadonlyMap<number, UsedColors>;

interface EnrollWork<Answer> {
  readonly channels: number;
  readonly creation: CreationParams;
  readonly begin: (tx: Tx<Enrolling>, actor: User, first: readonly ActiveUser[], usedColors: Colors) => Promise<Begun>;
  readonly answer: (result: SubscribeResult & Begun) => Answer;
}

/** The first commit creates the channels and decides about everybody; the last one sends notices. */
function enrollCrowd<Answer>(
  realm: RealmRuntime<Enrolling>,
  actor: User,
  crowd: readonly ActiveUser[],
  { channels, creation, begin, answer }: EnrollWork<Answer>,
): Promise<Answer> {
  interface Part {
    readonly begun: Begun;
    readonly enrolled: Enrolled;
  }
  // Read before each commit: that takes as long as the commit itself.
  let colors: Colors = new Map();
  return writePieces<ActiveUser, Part, Answer, Enrolling>(realm, actor, inPieces(crowd, channels), {
    async prepare(piece) {
      const ids = piece.map(({ id }) => id);
      colors = await colorsOf(readPool(realm), realm.id, ids);
    },
    async write(tx, present, piece, [first]) {
      if (first !== undefined) {
        const users = stillActive(tx.model, present, piece);
        return { begun: first.begun, enrolled: await subscribeMore(tx, present, first.begun, users, colors) };
      }
      const users = piece.map(({ id }) => activeUser(tx.model, present, id));
      const begun = await begin(tx, present, users, colors);
      return { begun, enrolled: begun };
    },
    async finish(tx, present, parts) {
      const { begun } = parts[0] as Part;
      const enrolled: Enrolled = {
        arrivals: parts.flatMap((part) => part.enrolled.arrivals),
        subscribed: together(parts.map((part) => part.enrolled.subscribed)),
        alreadySubscribed: together(parts.map((part) => part.enrolled.alreadySubscribed)),
      };
      const messagesSent = await sendNotices(tx, present, begun, crowd, enrolled.subscribed, creation);
      return answer({ ...begun, ...enrolled, messagesSent });
    },
  });
}

/** The names of all users. `Object.assign` takes twice as long with 100,000 of them, while everybody waits. */
function together(parts: readonly Record<string, string[]>[]): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const part of parts) for (const id in part) all[id] = part[id] as string[];
  return all;
}

/** Unsubscribes any number of users from channels. */
export const unsubscribeCrowd = (
  realm: RealmRuntime<"channel.subscribers_changed">,
  actor: User,
  names: readonly string[],
  crowd: readonly ActiveUser[],
): Promise<LeaveResult> =>
  writePieces<ActiveUser, LeaveResult, LeaveResult, "channel.subscribers_changed">(
    realm,
    actor,
    inPieces(crowd, names.length),
    {
      write: (tx, present, piece, before) =>
        before.length === 0
          ? unsubscribe(tx, present, {
              names,
              users: piece.map(({ id }) => activeUser(tx.model, present, id)),
              crowd,
            })
          : unsubscribe(tx, present, { names, users: stillActive(tx.model, present, piece) }),
      finish: (_tx, _present, parts) =>
        Promise.resolve({
          removed: parts.flatMap(({ removed }) => removed),
          notRemoved: parts.flatMap(({ notRemoved }) => notRemoved),
        }),
    },
  );
