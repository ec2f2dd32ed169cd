import { createHash } from "node:crypto";
import type { TestEvent } from "../harness/checked-client.ts";

type Fields = Record<string, unknown>;

/** What a client stores for its user alone. */
export interface PersonalState {
  readonly settings: Fields;
  /** The same settings as separate fields, for older clients. */
  readonly legacySettings: Fields;
  /** Channel and topic to the user's visibility policy. */
  readonly topics: Record<string, Fields>;
  mutedTopics: [string, string, number][];
  alertWords: unknown;
  mutedUsers: unknown;
  steps: unknown;
  readonly statuses: Record<string, Fields>;
  readonly drafts: Record<string, unknown>;
  readonly snippets: Record<string, unknown>;
  readonly views: Record<string, Fields>;
  readonly scheduled: Record<string, Fields>;
  readonly reminders: Record<string, Fields>;
  readonly phones: Record<string, Fields>;
}

const by = (key: string, list: unknown): Record<string, Fields> =>
  Object.fromEntries(((list ?? []) as Fields[]).map((item) => [String(item[key]), item]));

type Topic = Fields & { stream_id: number; topic_name: string };
const topicKey = ({ stream_id: id, topic_name: name }: Topic): string => `${id}:${name.toLowerCase()}`;

export function personalState(fields: Fields): PersonalState {
  const settings = (fields["user_settings"] ?? {}) as Fields;
  return {
    settings,
    legacySettings: Object.fromEntries(
      Object.entries(fields).filter(([name]) => name in settings && name !== "receives_typing_notifications"),
    ),
    topics: Object.fromEntries(((fields["user_topics"] ?? []) as Topic[]).map((topic) => [topicKey(topic), topic])),
    mutedTopics: (fields["muted_topics"] ?? []) as [string, string, number][],
    alertWords: fields["alert_words"],
    mutedUsers: fields["muted_users"],
    steps: fields["onboarding_steps"],
    statuses: (fields["user_status"] ?? {}) as Record<string, Fields>,
    drafts: by("id", fields["drafts"]),
    snippets: by("id", fields["saved_snippets"]),
    views: by("fragment", fields["navigation_views"]),
    scheduled: by("scheduled_message_id", fields["scheduled_messages"]),
    reminders: by("reminder_id", fields["reminders"]),
    phones: (fields["push_devices"] ?? {}) as Record<string, Fields>,
  };
}

export function stepPersonal(state: PersonalState, event: TestEvent): void {
  switch (`${event.type}/${event.op ?? ""}`) {
    case "user_settings/update":
      state.settings[event["property"] as string] = event["value"];
      // A user who keeps drafts on their devices has none on the server.
      if (event["property"] === "enable_drafts_synchronization" && event["value"] === false) {
        for (const id of Object.keys(state.drafts)) delete state.drafts[id];
      }
      break;
    case "push_device/":
      state.phones[event["push_account_id"] as string] = {
        status: event["status"],
        error_code: event["error_code"] ?? null,
      };
      break;
    case "update_display_settings/":
      state.legacySettings[event["setting_name"] as string] = event["setting"];
      break;
    case "update_global_notifications/":
      state.legacySettings[event["notification_name"] as string] = event["setting"];
      break;
    case "user_topic/": {
      const { id: _id, type: _type, ...topic } = event;
      const key = topicKey(topic as unknown as Topic);
      if (topic["visibility_policy"] === 0) delete state.topics[key];
      else state.topics[key] = topic;
      break;
    }
    case "user_status/":
      changeStatus(state.statuses, event);
      break;
    case "drafts/add":
      Object.assign(state.drafts, by("id", event["drafts"]));
      break;
    case "drafts/update":
      Object.assign(state.drafts, by("id", [event["draft"]]));
      break;
    case "drafts/remove":
      delete state.drafts[String(event["draft_id"])];
      break;
    case "saved_snippets/add":
    case "saved_snippets/update":
      Object.assign(state.snippets, by("id", [event["saved_snippet"]]));
      break;
    case "saved_snippets/remove":
      delete state.snippets[String(event["saved_snippet_id"])];
      break;
    case "navigation_view/add":
      Object.assign(state.views, by("fragment", [event["navigation_view"]]));
      break;
    case "navigation_view/update":
      Object.assign(state.views[event["fragment"] as string] as Fields, event["data"]);
      break;
    case "navigation_view/remove":
      delete state.views[event["fragment"] as string];
      break;
    case "scheduled_messages/add":
      Object.assign(state.scheduled, by("scheduled_message_id", event["scheduled_messages"]));
      break;
    case "scheduled_messages/update":
      Object.assign(state.scheduled, by("scheduled_message_id", [event["scheduled_message"]]));
      break;
    case "scheduled_messages/remove":
      delete state.scheduled[String(event["scheduled_message_id"])];
      break;
    case "reminders/add":
      Object.assign(state.reminders, by("reminder_id", event["reminders"]));
      break;
    case "reminders/remove":
      delete state.reminders[String(event["reminder_id"])];
      break;
    case "onboarding_steps/":
      state.steps = event["onboarding_steps"];
      break;
    case "alert_words/":
      state.alertWords = event["alert_words"];
      break;
    case "muted_users/":
      state.mutedUsers = event["muted_users"];
      break;
    case "muted_topics/":
      state.mutedTopics = event["muted_topics"] as [string, string, number][];
      break;
  }
}

/** Empty parts are cleared; the three fields of an emoji go together. */
function changeStatus(statuses: Record<string, Fields>, event: TestEvent): void {
  const { id: _id, type: _type, user_id: userId, ...parts } = event;
  const status: Fields = { ...statuses[String(userId)], ...parts };
  if (status["emoji_name"] === "") for (const name of EMOJI_PARTS) delete status[name];
  if (status["status_text"] === "") delete status["status_text"];
  if (status["away"] === false) delete status["away"];
  statuses[String(userId)] = status;
  if (Object.keys(status).length === 0) delete statuses[String(userId)];
}

const EMOJI_PARTS = ["emoji_name", "emoji_code", "reaction_type"];

/** A client that computes avatar URLs itself gets none for those at the provider. */
export function withAvatar(person: Fields): Fields {
  if (person["avatar_url"] !== null) return person;
  const hash = createHash("md5").update(String(person["email"])).digest("hex");
  const version = String(person["avatar_version"]);
  return { ...person, avatar_url: `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}` };
}
