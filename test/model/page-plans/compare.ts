import assert from "node:assert/strict";
import { ApiError } from "#platform/errors.ts";
import type { ReadPool } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { loadModel } from "#engine/model/load.ts";
import type { Model } from "#engine/model/model.ts";
import { sealPools } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { NarrowContext } from "#domains/conversations/read/narrow/context.ts";
import { openNarrow } from "#domains/conversations/read/narrow/open-narrow.ts";
import type { Term } from "#domains/conversations/read/narrow/terms.ts";
import { choosePlan, type PagePlan } from "#domains/conversations/read/plans/choose-plan.ts";
import { firstByPlan } from "#domains/conversations/read/plans/first-unread.ts";
import { type Anchor, END, type ExactRange } from "#domains/conversations/read/plans/range.ts";
import { exactRange, readPage } from "#domains/conversations/read/plans/read-page.ts";
import { type PageRows, runPlan } from "#domains/conversations/read/plans/run-plan.ts";
import { REALM_ID } from "../../harness/cast.ts";
import { until } from "../../harness/until.ts";
import { CHANNELS, type ChosenTerm, type Question, READERS, STATES, topicOf } from "./operations.ts";
import { possiblePlans, possibleUnreadPlans } from "./possible-plans.ts";
import { isMuted, isTopicMuted, isUnread, matchingIn, scan, type Scanned } from "./scan.ts";
import type { World } from "./world.ts";

type Kind = PagePlan["kind"];
const KINDS: readonly Kind[] = ["byCondition", "nearAnchor", "byConversation", "unreadGaps", "searchIndex"];

/** Each plan must have found something this often, and have been chosen at least once. */
const ENOUGH = 10;

/** Without words to find, the index reads everything, so that it is compared less often. */
const BY_INDEX = 3;

/** Compares the pages that plans find with those of a plain scan. */
export class Comparison {
  private readonly world: World;
  private model: Model | undefined;
  private asked = 0;
  /** How to get the same state again. */
  private label = "";
  private readonly scanned = new Map<number, Scanned>();
  private readonly found = new Map<Kind, number>();
  private readonly chosen = new Map<Kind, number>();

  constructor(world: World) {
    this.world = world;
  }

  /** Reads the state of the organization, which nobody changes until the next time. */
  async begin(label: string): Promise<void> {
    this.label = label;
    this.model = await loadModel(this.pool, REALM_ID, "localhost");
    this.scanned.clear();
  }

  private get pool(): ReadPool {
    return this.world.sql;
  }

  private async scanFor(readerId: number): Promise<Scanned> {
    const model = this.model as Model;
    const known = this.scanned.get(readerId);
    if (known !== undefined) return known;
    const reader = model.users.get(readerId);
    assert.ok(reader !== undefined);
    const scanned = await scan(this.world.sql, model, reader);
    this.scanned.set(readerId, scanned);
    return scanned;
  }

  async check(asked: Question): Promise<void> {
    const terms = asked.narrow.map((term) => this.termOf(term));
    const scanned = await this.scanFor(this.world.person(asked.by).id);
    const { context, plans } = await this.opened(scanned, terms);
    if (plans === undefined) return;
    const mentioned = `${JSON.stringify({ ...asked, narrow: terms })}, ${this.label}`;
    const anchor = this.anchorOf(asked);
    const firstUnread = await this.firstUnread(context, scanned, terms, mentioned);
    const start = anchor === "first_unread" ? firstUnread : startOf(anchor);
    const range = exactRange({ ...asked, anchor }, start);
    const ids = matchingIn(scanned, terms).map(({ id }) => id);
    for (const plan of plans) {
      const page = await runPlan(context, plan, range, idReading(context));
      const found = checkPage(page, ids, range, `${plan.kind}: ${mentioned}`);
      if (found > 0) count(this.found, plan.kind);
    }
    const { kind } = await choosePlan(context, terms);
    assert.ok(
      plans.some((plan) => plan.kind === kind),
      `${kind} is not possible: ${mentioned}`,
    );
    count(this.chosen, kind);
    const page = await untilFound(start, context, () =>
      readPage(context, terms, { ...asked, anchor }, idReading(context)),
    );
    assert.equal(page.start, start, `chosen: ${mentioned}`);
    checkPage(page, ids, range, `chosen: ${mentioned}`);
  }

  private anchorOf({ anchor }: Question): Anchor {
    if (typeof anchor === "string") return anchor;
    return Math.max(1, this.world.message(anchor.choice) + anchor.distance);
  }

  /** What every plan for unread messages takes for the first; muted ones are skipped. */
  private async firstUnread(
    context: NarrowContext,
    scanned: Scanned,
    terms: readonly Term[],
    mentioned: string,
  ): Promise<number> {
    const namesChannel = terms.some(({ operator, negated }) => operator === "channel" && !negated);
    const isHidden = namesChannel ? isTopicMuted : isMuted;
    const first = matchingIn(scanned, terms).find(
      (message) => isUnread(scanned, message) && !isHidden(scanned, message),
    )?.id;
    for (const plan of possibleUnreadPlans(context, terms)) {
      const { start: found } = await untilFound(first ?? END, context, async () => ({
        start: (await firstByPlan(context, terms, plan)) ?? END,
      }));
      assert.equal(found, first ?? END, `first unread message, ${plan.kind}: ${mentioned}`);
    }
    return first ?? END;
  }

  /** The plans that are possible for a narrow; undefined if it is refused. */
  private async opened(scanned: Scanned, terms: readonly Term[]) {
    const { model, reader } = scanned;
    const pools = sealPools({ reads: this.pool, background: this.pool as never });
    const context = await openNarrow({ id: REALM_ID, model, pools } as unknown as RealmRuntime, reader, terms);
    try {
      return { context, plans: await possiblePlans(context, terms, (this.asked += 1) % BY_INDEX === 0) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "BAD_NARROW") throw error;
      return { context, plans: undefined };
    }
  }

  private termOf({ operator, choice, negated }: ChosenTerm): Term {
    const people = READERS.map((name) => this.world.person(name).id);
    const personId = people[choice % people.length] as number;
    const operands: Record<ChosenTerm["operator"], Term["operand"]> = {
      channel: this.world.channelId(CHANNELS[choice % CHANNELS.length] as string),
      channels: ["public", "public", "web-public", "archived"][choice % 4] as string,
      topic: topicOf(choice),
      sender: personId,
      // Of all readers it is Shiva whom people mention.
      mentions: choice % 2 === 0 ? this.world.person("shiva").id : personId,
      dm: people.filter((_, index) => (choice & (1 << index)) !== 0),
      "dm-including": personId,
      "group-pm-with": personId,
      is: STATES[choice % STATES.length] as string,
      has: choice % 2 === 0 ? "link" : "reaction",
      in: choice % 3 === 0 ? "all" : "home",
      id: this.world.message(choice),
      near: String(choice),
      search: ["oak", "elm", "ash", "larch", "ghost", "walls"][choice % 6] as string,
    };
    return { operator, operand: operands[operator], negated };
  }

  checkCounts(): void {
    for (const kind of KINDS) {
      const [found, chosen] = [this.found.get(kind) ?? 0, this.chosen.get(kind) ?? 0];
      assert.ok(found >= ENOUGH && chosen > 0, `${kind} found something ${found} times and was chosen ${chosen} times`);
    }
  }
}

const count = (counts: Map<Kind, number>, kind: Kind): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1);

/** A search on a busy machine may end before it has found the first unread message. */
const untilFound = <Found extends { readonly start: number }>(
  start: number,
  { index }: NarrowContext,
  read: () => Promise<Found>,
): Promise<Found> => until(read, (found) => found.start === start || index === undefined);

const startOf = (anchor: Exclude<Anchor, "first_unread">): number =>
  anchor === "newest" ? END : anchor === "oldest" ? 0 : anchor;

const idReading = ({ sql }: NarrowContext) => ({
  columns: sql`m.id`,
  run: (query: Fragment) => sql<{ id: number }[]>`${query}`,
  idsOf: (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id),
});

/** Compares a page with all messages of its narrow, and returns how many it has. */
function checkPage(
  { rows, ends }: PageRows<{ readonly id: number }>,
  matching: readonly number[],
  { anchor, start, numBefore, numAfter, includeAnchor }: ExactRange,
  mentioned: string,
): number {
  // A search on a busy machine may end early, and says what it has not looked at.
  const { before = 0, after = END } = ends.unsearched ?? {};
  const older = matching.filter((id) => id < start && id >= before);
  const newer = matching.filter((id) => id > start && id <= after);
  const isFound = includeAnchor && matching.includes(start);
  const expected = [
    ...older.slice(Math.max(0, older.length - numBefore)),
    ...(isFound ? [start] : []),
    ...newer.slice(0, numAfter),
  ];
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const expectedEnds = {
    foundAnchor: isFound,
    foundOldest: anchor === "oldest" || (before === 0 && older.length < numBefore),
    foundNewest: start === END || (after === END && newer.length < numAfter),
    unsearched: ends.unsearched,
  };
  assert.deepEqual({ ids, ...ends }, { ids: expected, ...expectedEnds }, mentioned);
  return ids.length;
}
