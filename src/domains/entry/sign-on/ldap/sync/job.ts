import type { StartJob } from "#engine/jobs/job.ts";
import { startSlots } from "#engine/jobs/slots.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { OutboundError } from "#outbound/errors.ts";
import { operatorKey } from "#domains/records/sign-on/providers.ts";
import { secretOf } from "../../providers/access.ts";
import type { LdapProvider } from "../ask.ts";
import { openDirectories } from "../access.ts";
import { finishSync, insertSyncs, keepSync, removeSync, takeSyncs, type TakenSync } from "../queries.ts";
import { Braked, synchronize } from "./synchronize.ts";
import { tellOwners } from "./tell-owners.ts";

const SYNC_MINUTES = 60;
/** After an error it may be better soon. */
const MAX_SECONDS_AFTER_FAILURE = 600;
/** Organizations that were founded since. */
const NEW_EVERY_MS = 60_000;
const HOLD_EVERY_MS = 15_000;

class LostHold extends Error {}

/** Brings accounts in step with the directories of the operator, one at a time in a process, and in one process at a time. */
export const startDirectorySyncs: StartJob = ({ site, realms }) => {
  const directories = site.config.signOn.filter(({ kind }) => kind === "ldap");
  if (directories.length === 0) return undefined;
  let addedAt: number | undefined;

  const take = async (most: number): Promise<TakenSync[]> => {
    const now = site.clock.monotonic();
    if (addedAt === undefined || now - addedAt > NEW_EVERY_MS) {
      for (const { slug, organizations } of directories)
        await insertSyncs(site.db.background, operatorKey(slug), organizations);
      addedAt = now;
    }
    return takeSyncs(site.db.background, most);
  };
  const perform = async (taken: TakenSync, stop: AbortSignal) => {
    const realm = await realms.byId(taken.realmId);
    if (realm === undefined) return;
    await performSync(site, realm, taken, stop).catch((error: unknown) =>
      site.log.warn({ err: error, realm: taken.realmId, provider: taken.provider }, "a synchronization was left"),
    );
  };
  return startSlots({ name: "directories", mostAtOnce: 1, take, perform }, site, realms);
};

async function performSync(site: ServerSite, realm: RealmRuntime, taken: TakenSync, stop: AbortSignal): Promise<void> {
  const sql = site.db.background;
  const configured = site.config.signOn.some(({ slug }) => operatorKey(slug) === taken.provider);
  if (!configured) return removeSync(sql, taken);
  const provider = openDirectories(site, realm.model).find(({ key }) => key === taken.provider);
  const { sync_minutes: minutes = SYNC_MINUTES } = provider?.settings ?? {};
  const seconds = (minutes === 0 ? SYNC_MINUTES : minutes) * 60;
  if (provider === undefined || minutes === 0 || realm.model.realm.deactivated)
    return finishSync(sql, taken, { seconds, problem: null });
  try {
    const problem = await run(site, realm, provider, taken, stop);
    if (problem !== null && problem !== taken.problem) await tellOwners(realm, provider.settings.display_name, problem);
    await finishSync(sql, taken, { seconds, problem });
  } catch (error) {
    if (error instanceof LostHold) return finishSync(sql, taken, { seconds: 0, problem: taken.problem });
    const problem = sentenceOf(error);
    site.log.warn({ err: error, realm: realm.id, provider: provider.slug }, "directory not synchronized");
    if (problem !== taken.problem) await tellOwners(realm, provider.settings.display_name, problem);
    await finishSync(sql, taken, { seconds: Math.min(seconds, MAX_SECONDS_AFTER_FAILURE), problem });
  }
}

async function run(
  site: ServerSite,
  realm: RealmRuntime,
  provider: LdapProvider,
  taken: TakenSync,
  stop: AbortSignal,
): Promise<string | null> {
  const { clock, log } = site;
  const startedAt = clock.monotonic();
  let heldAt = startedAt;
  const hold = async () => {
    if (stop.aborted) throw new LostHold();
    if (clock.monotonic() - heldAt < HOLD_EVERY_MS) return;
    if (!(await keepSync(site.db.background, taken))) throw new LostHold();
    heldAt = clock.monotonic();
  };
  const secret = await secretOf(site, realm, provider);
  const { problem, ...done } = await synchronize(site, realm, { provider, secret, hold });
  const ms = Math.round(clock.monotonic() - startedAt);
  log.info({ realm: realm.id, provider: provider.slug, ...done, ms }, "directory synchronized");
  return problem;
}

/** What owners are told: what a directory says may change with every attempt, and would be told each time. */
const sentenceOf = (error: unknown): string => `Accounts were not brought in step with it: ${reasonOf(error)}.`;

function reasonOf(error: unknown): string {
  if (error instanceof Braked) return error.message;
  return error instanceof OutboundError && error.problem === "unusable"
    ? "it does not let in the account that searches it, or cannot be used"
    : "it does not answer as it should";
}
