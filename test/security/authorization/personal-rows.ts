import { ACCOUNTS, INSUFFICIENT, only, PEOPLE } from "./gates.ts";
import type { Rows } from "./row.ts";
import type { Actor } from "./world.ts";

const STATUS_KEEPERS = only(["owner", "administrator"], INSUFFICIENT);
const draft = { type: "" as const, to: [], topic: "", content: "x" };
const view = { fragment: "narrow/is/starred", is_pinned: true } as const;

/** Personal things: each actor creates their own, unless they cannot, and then there is none. */
const ownDraft = async ({ client }: Actor) => {
  const made = await client.call("POST /drafts", { drafts: [draft] }).catch(() => undefined);
  return { draft_id: made?.ids[0] ?? 0 };
};
const ownSnippet = async ({ client }: Actor) => {
  const made = await client.call("POST /saved_snippets", { title: "x", content: "x" }).catch(() => undefined);
  return { saved_snippet_id: made?.saved_snippet_id ?? 0 };
};

const registration = {
  token_kind: "fcm" as const,
  push_account_id: 1,
  push_public_key: Buffer.alloc(32, 9).toString("base64"),
  bouncer_public_key: "key",
  encrypted_push_registration: "sealed",
};

/** The point of P-256 that its standard begins with. */
const POINT =
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
const browserSubscription = {
  endpoint: "https://push.example/browser",
  p256dh: Buffer.from(POINT, "hex").toString("base64url"),
  auth: Buffer.alloc(16, 9).toString("base64url"),
};

export const personalRows: Rows = {
  "PATCH /settings": [PEOPLE, () => ({ enter_sends: true })],
  "POST /users/me/apns_device_token": [PEOPLE, () => ({ token: "c0ffee", appid: "org.example.app" })],
  "DELETE /users/me/apns_device_token": [
    PEOPLE,
    async (_world, { client }) => {
      const token = "c0ffee00";
      await client.call("POST /users/me/apns_device_token", { token, appid: "org.example.app" }).catch(() => {});
      return { token };
    },
  ],
  "POST /users/me/android_gcm_reg_id": [PEOPLE, () => ({ token: "a phone" })],
  "DELETE /users/me/android_gcm_reg_id": [
    PEOPLE,
    async (_world, { client }) => {
      await client.call("POST /users/me/android_gcm_reg_id", { token: "another phone" }).catch(() => {});
      return { token: "another phone" };
    },
  ],
  "POST /mobile_push/register": [PEOPLE, () => registration, { meets: /not configured/ }],
  "POST /mobile_push/test_notification": [PEOPLE, () => ({ token: "nobody's" }), { meets: /not recognized/ }],
  "POST /mobile_push/e2ee/test_notification": [PEOPLE, undefined, { meets: /No active registered push device/ }],
  "GET /web_push/subscriptions": [PEOPLE],
  "POST /web_push/subscriptions": [PEOPLE, () => browserSubscription],
  "DELETE /web_push/subscriptions": [
    PEOPLE,
    async (_world, { client }) => {
      await client.call("POST /web_push/subscriptions", browserSubscription).catch(() => {});
      return { endpoint: browserSubscription.endpoint };
    },
  ],
  "GET /calls/bigbluebutton/create": [ACCOUNTS, () => ({ meeting_name: "x" }), { meets: /not configured/ }],
  "POST /calls/zoom/create": [PEOPLE, undefined, { meets: /not configured/ }],
  "PATCH /settings/display": [PEOPLE, () => ({ enter_sends: true })],
  "PATCH /settings/notifications": [PEOPLE, () => ({ enable_sounds: true })],
  "POST /users/me/presence": [PEOPLE, () => ({ status: "active" })],
  "GET /users/{user_id_or_email}/presence": [ACCOUNTS, ({ member }) => ({ user_id_or_email: String(member.id) })],
  "GET /realm/presence": [ACCOUNTS],
  "GET /users/{user_id}/status": [ACCOUNTS, ({ user }) => ({ user_id: user })],
  "POST /users/me/status": [PEOPLE, () => ({ status_text: "x" })],
  "POST /users/{user_id}/status": [STATUS_KEEPERS, ({ user }) => ({ user_id: user, status_text: "x" })],
  "GET /users/me/alert_words": [ACCOUNTS],
  "POST /users/me/alert_words": [ACCOUNTS, () => ({ alert_words: ["x"] })],
  "DELETE /users/me/alert_words": [ACCOUNTS, () => ({ alert_words: ["x"] })],
  "POST /users/me/muted_users/{muted_user_id}": [ACCOUNTS, ({ user }) => ({ muted_user_id: user })],
  "DELETE /users/me/muted_users/{muted_user_id}": [ACCOUNTS, ({ user }) => ({ muted_user_id: user })],
  "GET /drafts": [ACCOUNTS],
  "POST /drafts": [ACCOUNTS, () => ({ drafts: [draft] })],
  "PATCH /drafts/{draft_id}": [ACCOUNTS, async (_, actor) => ({ ...(await ownDraft(actor)), draft })],
  "DELETE /drafts/{draft_id}": [ACCOUNTS, (_, actor) => ownDraft(actor)],
  "GET /saved_snippets": [ACCOUNTS],
  "POST /saved_snippets": [ACCOUNTS, () => ({ title: "x", content: "x" })],
  "PATCH /saved_snippets/{saved_snippet_id}": [
    ACCOUNTS,
    async (_, actor) => ({ ...(await ownSnippet(actor)), title: "y" }),
  ],
  "DELETE /saved_snippets/{saved_snippet_id}": [ACCOUNTS, (_, actor) => ownSnippet(actor)],
  "GET /navigation_views": [ACCOUNTS],
  "POST /navigation_views": [ACCOUNTS, () => view],
  "PATCH /navigation_views/{fragment}": [ACCOUNTS, () => ({ ...view, is_pinned: false })],
  "DELETE /navigation_views/{fragment}": [ACCOUNTS, () => ({ fragment: view.fragment })],
  "POST /users/me/onboarding_steps": [PEOPLE, () => ({ onboarding_step: "visibility_policy_banner" })],
};
