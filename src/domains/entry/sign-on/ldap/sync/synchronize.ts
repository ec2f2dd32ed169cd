import { ROLES } from "#engine/model/records.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { recording } from "#engine/runtime/recording.ts";
import type { Site } from "#engine/runtime/site.ts";
import { countOwners, ownAccount } from "#domains/people/lifecycle/access.ts";
import { deactivateUser } from "#domains/people/lifecycle/actions/deactivate-user.ts";
import { applyMappingsToMany } from "../../proof/mappings-of-many.ts";
import { MAPPED } from "../../proof/mappings.ts";
import { knownBy } from "../access.ts";
import type { LdapProvider } from "../ask.ts";
import { proofByDirectory } from "../directories.ts";
import { noteDeactivated } from "../queries.ts";
import { type Searched, searching } from "../service.ts";
import { mostGone, type Plan, planned } from "./plan.ts";
import { allWithGroups, personKnownBy, readPeople } from "./read.ts";
import { reactivateReturned } from "./reactivate.ts";

const RECORDED = ["user.deactivated", "user.reactivated", "session.ended", ...MAPPED] as const;

/** Why nothing was changed, for the owners. */
export class Braked extends Error {}

interface Synchronization {
  readonly provider: LdapProvider;
  readonly secret: string | undefined;
  /** Throws if another process has taken over, or the server stops. */
  readonly hold: () => Promise<void>;
}

export interface Synchronized {
  readonly people: number;
  readonly deactivated: number;
  readonly reactivated: number;
  /** What the owners should know all the same. */
  readonly problem: string | null;
}

/** Nobody waits for a page of 500 people. */
const ANSWER_MS = 30_000;

/** Of accounts between two looks at whether to go on. */
const PIECE = 200;

/**
 * Brings the accounts that a directory has let in in step with it. It is read as a whole before anything is changed, so that
 * an error in the middle changes nothing; and nothing is changed either where it would be too much to be true.
 */
export async function synchronize(
  site: Site,
  realm: RealmRuntime,
  { provider, secret, hold }: Synchronization,
): Promise<Synchronized> {
  const { settings } = provider;
  const searched: Searched = { settings, secret };
  const { plan, people } = await searching(
    searched,
    async (directory) => {
      const everybody = await readPeople(directory, searched, hold);
      if (everybody.size === 0) throw new Braked("it has nobody in it");
      const identities = await knownBy(realm, provider);
      const first = planned(realm.model, identities, everybody);
      checkBrake(provider, first);
      for (const { subject } of first.gone) {
        const person = everybody.has(subject) ? undefined : await personKnownBy(directory, searched, subject);
        if (person !== undefined) everybody.set(subject, person);
      }
      const plan = planned(realm.model, identities, everybody);
      const people = plan.present.map(([, person]) => person);
      const found = await allWithGroups(directory, searched, people, hold);
      const present = plan.present.map(([identity], at) => [identity, found[at]] as const);
      return { people: everybody.size, plan: { ...plan, present } };
    },
    ANSWER_MS,
  );
  const own = recording(realm, RECORDED, { actorKind: "directory" });
  let problem: string | null = null;
  const deactivated = await inPieces(plan.gone, hold, async ({ userId }) => {
    const outcome = await deactivate(own, provider, userId);
    if (outcome === "last owner") problem = "The only owner of the organization is not in it any more, and stays.";
    return outcome === "done";
  });
  const reactivated = await inPieces(plan.back, hold, async ({ subject }) => {
    await reactivateReturned(own, provider, subject);
    return true;
  });
  const proofs = plan.present.flatMap(([{ userId }, person]) =>
    person === undefined ? [] : [[userId, proofByDirectory(provider, person)] as const],
  );
  await applyMappingsToMany(site, own, proofs, hold);
  return { people, deactivated, reactivated, problem };
}

function checkBrake({ settings }: LdapProvider, { gone, active }: Plan): void {
  const most = mostGone(active, settings.sync_most_percent);
  if (gone.length <= most) return;
  throw new Braked(`${gone.length} of ${active} accounts would be deactivated, and ${most} is the most`);
}

/** Returns for how many the work says that it has done something. */
async function inPieces<Item>(
  items: readonly Item[],
  hold: () => Promise<void>,
  work: (item: Item) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const [index, item] of items.entries()) {
    if (index % PIECE === 0) await hold();
    if (await work(item)) done += 1;
  }
  return done;
}

type Own = RealmRuntime<(typeof RECORDED)[number]>;

/** The last owner stays, whatever a directory says: nobody could let in anybody else. */
function deactivate(realm: Own, { key, slug }: LdapProvider, id: number): Promise<"done" | "nothing" | "last owner"> {
  return realm.writeAsServer(async (tx) => {
    const user = userRecord(tx.model, id);
    if (user?.isActive !== true || user.botType !== null) return "nothing";
    if (user.role === ROLES.owner && countOwners(tx.model) === 1) return "last owner";
    tx.audit("user.deactivated", id, { provider: slug });
    await deactivateUser(tx, ownAccount(user));
    await noteDeactivated(tx.sql, tx.realmId, key, id);
    return "done";
  });
}
