/** What a client asked for at registration. It never changes afterwards. */
export interface QueueOptions {
  readonly eventTypes: readonly string[] | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly narrow: readonly (readonly [string, string])[];
  readonly capabilities: Capabilities;
  /** The URL by which the client reached the organization, if it is not the organization's own. */
  readonly url?: string;
}

export const CAPABILITIES = [
  "notification_settings_null",
  "bulk_message_deletion",
  "user_avatar_url_field_optional",
  "stream_typing_notifications",
  "user_settings_object",
  "linkifier_url_template",
  "user_list_incomplete",
  "include_deactivated_groups",
  "archived_channels",
  "empty_topic_name",
  "simplified_presence_events",
  "individual_emoji_changes",
  "export_progress",
] as const;

export type Capability = (typeof CAPABILITIES)[number];
export type Capabilities = Readonly<Record<Capability, boolean>>;

export const NO_CAPABILITIES = Object.fromEntries(CAPABILITIES.map((name) => [name, false])) as Capabilities;

/**
 * A queue is a row and nothing else: its owner and its options. The client itself says with each poll up to which event
 * it has read.
 */
export interface Queue {
  readonly id: string;
  readonly userId: number;
  readonly options: QueueOptions;
  /** The newest event ID at registration. Clients may call it -1, meaning "before all events". */
  readonly beginsAfter: number;
  /** Queues with equal options share this object, and with it the rendered events. */
  readonly form: EventForm;
  /** The key that has registered it, unless that was the one that every account has. */
  readonly keyId?: number | undefined;
  /** Set for a poll by a session or a key with scopes, which is shown no keys, whoever has registered the queue. */
  readonly hidesKeys?: true;
}

const views = new WeakMap<Queue, Queue>();

/** A queue as sessions and keys with scopes may read it. */
export function withoutKeys(queue: Queue): Queue {
  const view = views.get(queue) ?? { ...queue, hidesKeys: true };
  views.set(queue, view);
  return view;
}

/** What decides how an event looks in a queue. */
export interface EventForm {
  readonly key: string;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly capabilities: Capabilities;
}

const forms = new Map<string, EventForm>();

/** There are at most a few thousand different forms, and in practice a handful. */
export function formOf(options: QueueOptions): EventForm {
  const { applyMarkdown, clientGravatar, slimPresence, capabilities } = options;
  const bits = [applyMarkdown, clientGravatar, slimPresence, ...CAPABILITIES.map((name) => capabilities[name])];
  const key = bits.map((bit) => (bit ? "1" : "0")).join("");
  const known = forms.get(key);
  if (known !== undefined) return known;
  const form: EventForm = { key, applyMarkdown, clientGravatar, slimPresence, capabilities };
  forms.set(key, form);
  return form;
}
