import { noteFailedLogin } from "#api/callers/failed-logins.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { recording } from "#engine/runtime/recording.ts";
import type { Directories, DirectoryLogin, EnteredPassword, Site } from "#engine/runtime/site.ts";
import { ApiError, badRequest, noRealm, unavailable } from "#platform/errors.ts";
import { PoolFullError } from "#platform/work-pool.ts";
import { OutboundError } from "#outbound/errors.ts";
import { textsIn } from "#domains/records/pages/texts.ts";
import { operatorKey } from "#domains/records/sign-on/providers.ts";
import { admit } from "../proof/admit.ts";
import { applyMappings, MAPPED } from "../proof/mappings.ts";
import { joinByProvider, NEWCOMER_RECORDED } from "../proof/newcomer.ts";
import type { Proof } from "../proof/proof.ts";
import { SignOnRefusal } from "../proof/refusal.ts";
import { sessionByProvider } from "../proof/session.ts";
import { secretOf } from "../providers/access.ts";
import { LINK_PATH } from "../rounds/link-path.ts";
import { directoryOf, openDirectories } from "./access.ts";
import { accountDeactivated, inWords } from "./in-words.ts";
import { asking, isPasswordOf, type LdapProvider, type ShownPassword, whoHas } from "./ask.ts";
import type { DirectoryPerson } from "./person.ts";
import { applyPicture } from "./picture.ts";
import { reactivateReturned } from "./sync/reactivate.ts";

const RECORDED = ["identity.linked", "user.reactivated", ...MAPPED, ...NEWCOMER_RECORDED] as const;
type Recorded = (typeof RECORDED)[number];

/** How logins, and those who confirm their password, ask the directories of the operator. */
export function ldapDirectories(site: Site, realms: Pick<Realms, "byId">): Directories {
  // Not the organization as a request has it: what a directory says of its people is no doing of an endpoint.
  const at = async (id: number): Promise<RealmRuntime> => {
    const realm = await realms.byId(id);
    if (realm === undefined) throw noRealm("NONEXISTENT_SUBDOMAIN");
    return realm;
  };
  return {
    has: (provider) => site.config.signOn.some(({ kind, slug }) => kind === "ldap" && operatorKey(slug) === provider),
    isOpen: (model) => openDirectories(site, model).length > 0,
    owns: async (realmId, userId) => (await directoryOf(site, await at(realmId), userId)) !== undefined,
    async matches(realmId, userId, password) {
      const realm = await at(realmId);
      const own = await directoryOf(site, realm, userId);
      if (own === undefined) return false;
      const { provider, subject } = own;
      const searched = { settings: provider.settings, secret: await secretOf(site, realm, provider) };
      return asked(site, realm, provider, () => isPasswordOf(searched, subject, password));
    },
    async logIn(realmId, entered) {
      const realm = await at(realmId);
      const found = await firstWho(site, realm, entered);
      if (found === undefined) return undefined;
      return letIn(site, recording(realm, RECORDED, { actorKind: "directory", ...entered.source }), found, entered);
    },
  };
}

interface Found extends ShownPassword {
  readonly provider: LdapProvider;
}

/** Asks one directory after another. That one of them is dead only matters if no other knows the password. */
async function firstWho(site: Site, realm: RealmRuntime, { name, password }: EnteredPassword) {
  let failure: unknown;
  for (const provider of openDirectories(site, realm.model)) {
    try {
      const searched = { settings: provider.settings, secret: await secretOf(site, realm, provider) };
      const shown = await asked(site, realm, provider, () => whoHas(searched, name, password));
      if (shown !== undefined) return { ...shown, provider } satisfies Found;
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** A directory that cannot be asked is no reason to say that a password is wrong. */
async function asked<Result>(
  { log }: Pick<Site, "log">,
  { id: realm }: RealmRuntime,
  { slug }: LdapProvider,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await asking.run(work);
  } catch (error) {
    if (error instanceof PoolFullError) throw unavailable("Too many people log in at this moment. Try again.");
    if (!(error instanceof OutboundError)) throw error;
    log.warn({ err: error, realm, provider: slug }, "directory not asked");
    throw unavailable("The directory in which passwords are looked up does not answer. Try again in a few minutes.");
  }
}

export const proofByDirectory = (provider: LdapProvider, person: DirectoryPerson): Proof => ({
  provider,
  subject: person.subject,
  email: person.email,
  isVerified: false,
  name: person.name,
  claims: person.claims,
  providerSession: undefined,
  sessionEndsAt: undefined,
});

async function letIn(
  site: Site,
  realm: RealmRuntime<Recorded>,
  { provider, person, entry }: Found,
  { name, source }: EnteredPassword,
): Promise<DirectoryLogin> {
  const proof = proofByDirectory(provider, person);
  const refused = (refusal: ApiError, detail?: string): ApiError => {
    const reason = refusal.code === "USER_DEACTIVATED" ? "deactivated" : "provider";
    noteFailedLogin(realm, site.clock, { name: person.email ?? name, source, reason });
    site.log.warn(
      { realm: realm.id, provider: provider.slug, reason: refusal.message, detail },
      "login by a directory refused",
    );
    return refusal;
  };
  if (person.isDisabled) throw refused(accountDeactivated());
  try {
    await reactivateReturned(realm, provider, person.subject);
    const user = await admitted(site, realm, proof);
    await applyMappings(site, realm, user, proof);
    await applyPicture(site, realm, provider, { userId: user.id, subject: person.subject, entry });
    const by = sessionByProvider(site, realm.model, provider.key);
    const now = userRecord(realm.model, user.id);
    if (by === undefined || now?.isActive !== true) throw accountDeactivated();
    return { user: now, by: { ...by, providerSession: undefined } };
  } catch (error) {
    if (error instanceof SignOnRefusal) throw refused(inWords(error), error.detail);
    throw error instanceof ApiError && error.status < 500 ? refused(error) : error;
  }
}

/** Links in the answer are for browsers: there administrators show once that an account is theirs, and newcomers agree to terms. */
async function admitted(site: Site, realm: RealmRuntime<Recorded>, proof: Proof): Promise<User> {
  const admission = await realm.writeAsServer((tx) =>
    admit(tx, site, proof, { isSignup: false, next: "/" }, realm.url),
  );
  if (admission.kind === "user") return admission.user;
  if (admission.kind === "confirm") throw inBrowser(realm.url, `${LINK_PATH}/${admission.token}`);
  const visit = { site, realm, texts: textsIn("en") };
  const joined = await joinByProvider(visit, proof, admission, { invitation: null });
  if ("user" in joined) return joined.user;
  if ("location" in joined) throw inBrowser(realm.url, joined.location);
  throw badRequest(`We have sent a mail to ${joined.mailedTo}. Follow its link within a day to finish.`);
}

const inBrowser = (url: string, path: string): ApiError =>
  new ApiError("CONFIRMATION_REQUIRED", "One more step is needed, once. Log in with a browser.", { link: url + path });
