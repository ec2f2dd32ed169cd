import { ascending, mapBy, minus, plus, withEntry, without } from "./collections.ts";
import type { Draft, Event, NavigationView, Registered, Reminder, ScheduledMessage, Snippet } from "./registered.ts";

/** What is the user's alone and kept by the server. */
export interface Personal {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly scheduled: ReadonlyMap<number, ScheduledMessage>;
  readonly reminders: ReadonlyMap<number, Reminder>;
  readonly snippets: ReadonlyMap<number, Snippet>;
  readonly views: ReadonlyMap<string, NavigationView>;
  readonly alertWords: readonly string[];
  readonly mutedUsers: ReadonlySet<number>;
  readonly starred: readonly number[];
}

export const initialPersonal = (from: Registered): Personal => ({
  settings: from.user_settings,
  drafts: mapBy(from.drafts, ({ id }) => id),
  scheduled: mapBy(from.scheduled_messages, (message) => message.scheduled_message_id),
  reminders: mapBy(from.reminders, ({ reminder_id }) => reminder_id),
  snippets: mapBy(from.saved_snippets, ({ id }) => id),
  views: mapBy(from.navigation_views, ({ fragment }) => fragment),
  alertWords: from.alert_words,
  mutedUsers: new Set(from.muted_users.map(({ id }) => id)),
  starred: ascending(from.starred_messages),
});

export function reducePersonal(personal: Personal, event: Event): Personal {
  switch (event.type) {
    case "user_settings":
      return reduceSettings(personal, event);
    case "drafts":
      return { ...personal, drafts: reduceDrafts(personal.drafts, event) };
    case "scheduled_messages":
      return { ...personal, scheduled: reduceScheduled(personal.scheduled, event) };
    case "reminders":
      return { ...personal, reminders: reduceReminders(personal.reminders, event) };
    case "saved_snippets":
      return { ...personal, snippets: reduceSnippets(personal.snippets, event) };
    case "navigation_view":
      return { ...personal, views: reduceViews(personal.views, event) };
    case "alert_words":
      return { ...personal, alertWords: event.alert_words };
    case "muted_users":
      return { ...personal, mutedUsers: new Set(event.muted_users.map(({ id }) => id)) };
    case "update_message_flags":
      if (event.flag !== "starred") return personal;
      return {
        ...personal,
        starred: event.op === "add" ? plus(personal.starred, event.messages) : minus(personal.starred, event.messages),
      };
    case "delete_message":
      return { ...personal, starred: minus(personal.starred, event.message_ids ?? []) };
    default:
      return personal;
  }
}

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

function reduceSettings(personal: Personal, { property, value }: Of<"user_settings">): Personal {
  const settings = { ...personal.settings, [property]: value };
  // Who keeps drafts on their devices has none on the server.
  const hasNoDrafts = property === "enable_drafts_synchronization" && value === false;
  return { ...personal, settings, ...(hasNoDrafts && { drafts: new Map() }) };
}

function reduceDrafts(drafts: Personal["drafts"], event: Of<"drafts">): Personal["drafts"] {
  switch (event.op) {
    case "add":
      return new Map([...drafts, ...mapBy(event.drafts as Draft[], ({ id }) => id)]);
    case "update":
      return withEntry(drafts, (event.draft as Draft).id, event.draft as Draft);
    case "remove":
      return without(drafts, event.draft_id);
  }
}

function reduceScheduled(scheduled: Personal["scheduled"], event: Of<"scheduled_messages">): Personal["scheduled"] {
  switch (event.op) {
    case "add": {
      const added = mapBy(event.scheduled_messages as ScheduledMessage[], (message) => message.scheduled_message_id);
      return new Map([...scheduled, ...added]);
    }
    case "update": {
      const message = event.scheduled_message as ScheduledMessage;
      return withEntry(scheduled, message.scheduled_message_id, message);
    }
    case "remove":
      return without(scheduled, event.scheduled_message_id);
  }
}

function reduceReminders(reminders: Personal["reminders"], event: Of<"reminders">): Personal["reminders"] {
  if (event.op === "remove") return without(reminders, event.reminder_id);
  return new Map([...reminders, ...mapBy(event.reminders as Reminder[], ({ reminder_id }) => reminder_id)]);
}

function reduceSnippets(snippets: Personal["snippets"], event: Of<"saved_snippets">): Personal["snippets"] {
  if (event.op === "remove") return without(snippets, event.saved_snippet_id);
  return withEntry(snippets, event.saved_snippet.id, event.saved_snippet as Snippet);
}

function reduceViews(views: Personal["views"], event: Of<"navigation_view">): Personal["views"] {
  switch (event.op) {
    case "add":
      return withEntry(views, event.navigation_view.fragment, event.navigation_view as NavigationView);
    case "update": {
      const view = views.get(event.fragment);
      return view === undefined
        ? views
        : withEntry(views, event.fragment, { ...view, ...(event.data as Partial<NavigationView>) });
    }
    case "remove":
      return without(views, event.fragment);
  }
}
