import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { ownKey } from "#domains/records/users/access.ts";
import { createApiKey } from "#domains/people/api-keys/actions.ts";
import { newKey } from "#domains/people/api-keys/create.ts";

const MAX_NAME = 100;
const DAY_SECONDS = 86_400;

/** An app that gets a key of its own, so that one phone can be logged out alone. */
interface App {
  readonly agent: string;
  /** 64 hexadecimal digits that the app has made: only it can read the key. */
  readonly otp: string;
  /** The organization's URL, as the app knows it. */
  readonly url: string;
}

/** Makes a key for an app, and the address by which it gets it. */
export async function appAddress(
  site: Site,
  realm: RealmRuntime<"api_key.created" | "login.succeeded">,
  user: User,
  app: App,
  login: Readonly<Record<string, unknown>>,
): Promise<string> {
  const days = realmProperty(realm.model, "api_key_max_days");
  // The moment counts at which the writer comes to it.
  const expiresAt = days === null ? undefined : Math.floor(site.clock.now() / 1000) + days * DAY_SECONDS;
  const { secret, input } = newKey(site, {
    name: app.agent.trim() === "" ? "App" : app.agent.slice(0, MAX_NAME),
    scopes: undefined,
    channel_ids: undefined,
    expires_at: expiresAt,
  });
  await realm.write(user, async (tx, present) => {
    tx.audit("login.succeeded", present.id, login);
    await createApiKey(tx, ownKey(present), input);
  });
  const fields = new URLSearchParams({
    otp_encrypted_api_key: hiddenBy(app.otp, secret),
    email: user.email,
    user_id: String(user.id),
    realm: app.url,
  });
  return `zulip://login?${fields}`;
}

/** Hides 32 letters by 32 bytes, which are used for nothing else: what another app sees of it says nothing. */
export function hiddenBy(otp: string, secret: string): string {
  const [mask, bytes] = [Buffer.from(otp, "hex"), Buffer.from(secret, "ascii")];
  if (mask.length !== bytes.length) throw new Error("the mask of a key has another length");
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] as number))).toString("hex");
}
