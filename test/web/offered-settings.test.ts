import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RealmSetting } from "#engine/model/access/permission-settings.ts";
import {
  API_KEYS,
  CALLS,
  CHANNELS,
  JOINING,
  MAILS,
  MESSAGES,
  MODERATION,
  PEOPLE,
  PROFILE,
} from "../../web/pages/organization/settings-fields.ts";
import { flips } from "../security/authorization/flips.ts";

/** Of a setting that is no permission: the file and the title of a test that sees what it changes. */
type Observation = readonly [file: string, title: string];

const EDITING = "src/domains/conversations/edit/editing.test.ts";
const JOIN = "src/domains/entry/registration";
const BROWSER = "test/web/browser/entrance.test.ts";
const DIGEST = "src/domains/notifications/digest/digest.test.ts";
const GUARDS = "test/security/settings.test.ts";
const FORBIDS = "${name} forbids what it says to everybody concerned";

const OBSERVED: Readonly<Record<string, Observation>> = {
  name: [
    "src/domains/records/pages/pages.test.ts",
    "gets a page with a way home where there is nothing, or where they are not logged in",
  ],
  description: [`${JOIN}/newcomers.test.ts`, "see on the form what the organization is"],
  invite_required: [
    `${JOIN}/registration.test.ts`,
    "a stranger registers only where no invitation is needed, then and when they complete it",
  ],
  emails_restricted_to_domains: [
    `${JOIN}/registration.test.ts`,
    "a stranger registers only with an address that the organization accepts",
  ],
  disallow_disposable_email_addresses: [
    "src/domains/people/lifecycle/addresses.test.ts",
    "nobody gets an account with a disposable address, or one below such a domain, unless the organization allows it",
  ],
  waiting_period_threshold: [
    "src/domains/organization/settings/newcomers.test.ts",
    "new members are provisional during the waiting period, and full members after it",
  ],
  default_language: [
    "src/domains/personal/settings/settings.test.ts",
    "a new user begins with the organization's settings, and bots have no settings",
  ],
  send_welcome_emails: [`${JOIN}/newcomers.test.ts`, "get no such mail where the organization sends none"],
  welcome_message_custom_text: [
    "src/domains/people/lifecycle/welcome.test.ts",
    "greets newcomers, and adds the organization's own words if there are any",
  ],
  name_changes_disabled: [
    "src/domains/personal/settings/settings.test.ts",
    "a user changes their own name unless the organization forbids it",
  ],
  email_changes_disabled: [
    "src/domains/personal/settings/email.test.ts",
    "a user is refused an invalid address, another's, or one not theirs to change, at the request and at the confirmation",
  ],
  avatar_changes_disabled: [GUARDS, FORBIDS],
  require_unique_names: [
    "src/domains/personal/settings/settings.test.ts",
    "a user changes their own name unless the organization forbids it",
  ],
  enable_guest_user_indicator: [
    BROWSER,
    "guests are marked where their names are, and one is told before one writes to them",
  ],
  enable_guest_user_dm_warning: [
    BROWSER,
    "guests are marked where their names are, and one is told before one writes to them",
  ],
  allow_message_editing: [
    EDITING,
    "an author edits only where the organization allows it, and only within its time limit",
  ],
  message_content_edit_limit_seconds: [
    EDITING,
    "an author edits only where the organization allows it, and only within its time limit",
  ],
  message_edit_history_visibility_policy: [
    "test/security/revisions.test.ts",
    "CVE-2026-40300: where only moves are shown, no response contains an earlier text",
  ],
  message_content_delete_limit_seconds: [GUARDS, FORBIDS],
  message_retention_days: [
    "src/domains/conversations/edit/retention.test.ts",
    "users lose messages that are older than the retention of the organization or of their channel",
  ],
  enable_read_receipts: [
    "src/domains/conversations/read/lookup/lookup.test.ts",
    "a reader gets the users who read a message, except for those who do not share it",
  ],
  inline_image_preview: [
    "src/markup/inline/links.test.ts",
    "a text with too many URLs, or an organization without previews, shows none",
  ],
  inline_url_embed_preview: [
    "src/domains/integrations/embeds/embeds.test.ts",
    "the server fetches no quoted pages, pages of bots, too many, or its own, and none if the organization wants none",
  ],
  default_code_block_language: [
    "src/markup/code.test.ts",
    "the organization's default language applies to fences without one",
  ],
  topics_policy: [GUARDS, FORBIDS],
  move_messages_within_stream_limit_seconds: [
    "test/security/revisions.test.ts",
    "CVE-2026-4053: a change that is too late is also too late together with others",
  ],
  move_messages_between_streams_limit_seconds: [
    "test/security/revisions.test.ts",
    "CVE-2026-4053: a change that is too late is also too late together with others",
  ],
  new_stream_announcements_stream_id: [
    "src/domains/channels/settings/notices.test.ts",
    "users read about new channels where the organization announces them, but never about private ones",
  ],
  signup_announcements_stream_id: [
    "src/domains/conversations/send/post/notices.test.ts",
    "users read about new users where the organization announces them",
  ],
  video_chat_provider: [BROWSER, "an administrator chooses who provides calls, by name, and calls are there"],
  jitsi_server_url: [BROWSER, "an administrator chooses who provides calls, by name, and calls are there"],
  message_content_allowed_in_email_notifications: [
    DIGEST,
    "show no messages where mails may show none, and nothing that was read meanwhile",
  ],
  digest_emails_enabled: [DIGEST, "come on no other day, and not where the organization sends none"],
  digest_weekday: [DIGEST, "come on no other day, and not where the organization sends none"],
  api_key_max_days: [
    "src/domains/people/api-keys/api-keys.test.ts",
    "an organization limits how long keys last, and an account how many it has",
  ],
  mcp_access: [
    "src/domains/integrations/mcp/admission.test.ts",
    "an organization lets nobody's assistants in until an administrator allows it, and then those that it says",
  ],
  two_step_required: [
    "src/domains/people/two-step/required.test.ts",
    "an owner requires two-step login, and people have seven days to set it up",
  ],
  mcp_client_registration: [
    "src/domains/integrations/mcp/oauth/refusals.test.ts",
    "programs register only where the organization wants it, with redirects that people may follow, and not without end",
  ],
  moderation_request_channel_id: [EDITING, "a user's report of the longest message is no longer than a message can be"],
};

const FIELDS = [PROFILE, JOINING, PEOPLE, MESSAGES, CHANNELS, CALLS, MAILS, MODERATION, API_KEYS].flat();

/** The source of a test: from its title to the next one. */
function testIn(file: string, title: string): string | undefined {
  const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
  const start = text.search(new RegExp(`test\\(\\s*["\`]${RegExp.escape(title)}["\`]`));
  if (start === -1) return undefined;
  const next = text.slice(start + 5).search(/\n\s*(?:test|suite)\(/);
  return next === -1 ? text.slice(start) : text.slice(start, start + 5 + next);
}

/** Why nothing shows that a setting does something; undefined where a test does. */
function unobserved(name: string): string | undefined {
  // Each of these is set in test/security/settings.test.ts, which tries what it guards before and after.
  if (Object.hasOwn(flips, name) && typeof flips[name as RealmSetting] !== "string") return undefined;
  const observation = OBSERVED[name];
  if (observation === undefined) return `${name}: no test is named that sees what it changes`;
  const found = testIn(...observation);
  if (found === undefined) return `${name}: there is no such test in ${observation[0]}`;
  const file = readFileSync(join(import.meta.dirname, "../..", observation[0]), "utf8");
  const isGenerated = observation[1].includes("${");
  return (isGenerated ? file : found).includes(name) ? undefined : `${name}: the test does not set it`;
}

test("every setting of the organization that the client offers changes something that a test sees", () => {
  assert.ok(FIELDS.length > 40);
  assert.deepEqual(
    FIELDS.flatMap(({ name }) => unobserved(name) ?? []),
    [],
  );
});

test("and no setting is named that is no longer offered", () => {
  const offered = new Set(FIELDS.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(OBSERVED).filter((name) => !offered.has(name)),
    [],
  );
});
