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

export const personalRows: Rows = {
  "PATCH /settings": [PEOPLE, () => ({ enter_sends: true })],
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
