import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { untilChanged } from "#engine/model/lookup/until-changed.ts";
import type { User } from "#engine/model/records.ts";
import { apiEmail } from "#domains/records/users/present.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { presenceChanged } from "./events.ts";
import { clientPresence, modernForm } from "./present.ts";
import type { Sighting, Status } from "./sighting.ts";
import { presenceOf } from "./store.ts";

/** In larger organizations there are no events: clients get the presences in the answer to their own report, once a minute. */
const MAX_USERS_WITH_EVENTS = 100;

/** Records that a user is present, unless they are invisible, and emits it to others if it changes what they see. */
export async function reportPresence(site: Site, realm: RealmRuntime, user: User, status: Status): Promise<void> {
  const store = presenceOf(site, realm);
  if (!userSetting(user, "presence_enabled")) return store.look();
  const small = isSmall(realm.model);
  const { sighting, isNews } = await store.report(user.id, status, small ? "few" : "many");
  if (sighting !== undefined && isNews && small) emitPresence(site, realm, user, sighting);
}

/** Applies a changed `presence_enabled`: a user who turns it off goes offline for others at once, and reappears at once. */
export async function followVisibility(site: Site, realm: RealmRuntime, before: User): Promise<void> {
  const user = userRecord(realm.model, before.id) ?? before;
  const isVisible = userSetting(user, "presence_enabled");
  if (isVisible === userSetting(before, "presence_enabled")) return;
  const store = presenceOf(site, realm);
  const sighting = isVisible ? await store.reveal(user.id) : await store.conceal(user.id);
  if (sighting !== undefined) emitPresence(site, realm, user, sighting);
}

function emitPresence(site: Site, realm: RealmRuntime, user: User, sighting: Sighting): void {
  realm.emitEphemeral(
    presenceChanged,
    {
      user_id: user.id,
      email: apiEmail(realm.model, user),
      server_timestamp: presenceOf(site, realm).now(),
      presence: { website: clientPresence(sighting) },
      presences: { [user.id]: modernForm(user, sighting) },
    },
    site.config.presenceOfAll ? { to: "everyone" } : { to: "viewers", user: user.id },
  );
}

/** Every report asks. */
const isSmall = untilChanged((model) => {
  const active = model.users.values().filter(({ isActive }) => isActive);
  return active.take(MAX_USERS_WITH_EVENTS + 1).toArray().length <= MAX_USERS_WITH_EVENTS;
});
