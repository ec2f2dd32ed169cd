import type { Keys } from "#platform/keys.ts";
import { allowList } from "#platform/schema/allow-list.ts";
import type { Model } from "#engine/model/model.ts";
import { lackingScope } from "#engine/model/lookup/api-keys.ts";
import { modelFor } from "#engine/model/access/within-channels.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import type { Logger } from "#platform/logger.ts";
import { isOfChannel, mayHave } from "#engine/log/audience.ts";
import { type EventRegistry, type EventKind, kindKey } from "#engine/log/event-kinds.ts";
import { type Audience, eventIdAt, type LogEntry, type LoggedEvent } from "#engine/log/entry.ts";
import type { Queue } from "#engine/log/queue.ts";
import type { LateEntry, LateView } from "./visibility.ts";

/**
 * The one place where a logged event becomes what a queue receives. It decides whether the queue wants the event,
 * whether its owner may have it, and in which form. An event is rendered and serialized once per form, whatever the
 * number of receivers.
 */
export interface Delivery {
  /** The event as JSON text for this queue, or undefined if it is not for it. Late readers have a view of the log. */
  serialize(entry: LogEntry, queue: Queue, user: User, model: Model, view?: LateView): string | undefined;
  readonly kindOf: (entry: LogEntry) => EventKind | undefined;
}

/** The key that has registered a queue, as long as it is there. */
export const keyOf = ({ keyId }: Queue, model: Model): ApiKey | undefined =>
  keyId === undefined ? undefined : model.apiKeys.get(keyId);

/** Whether a key is for events of this kind and audience. */
function isFor(key: ApiKey, kind: EventKind | undefined, audience: Audience | undefined): boolean {
  if (kind === undefined || audience === undefined || lackingScope(key, kind.scope) !== undefined) return false;
  return key.channelIds === null || (kind.isChannelBound === true && isOfChannel(audience));
}

const WITHHELD = Symbol("withheld");

/**
 * The serialized forms of an entry, as long as the model is the same: a late reader may know the name that a channel had
 * when the entry was written, and the one it has now, but not one between them that another late reader was given.
 */
interface Rendered {
  readonly changedAt: number;
  readonly forms: Map<string, string | typeof WITHHELD>;
}

export function createDelivery(eventRegistry: EventRegistry, log: Logger, keys: Keys): Delivery {
  const rendered = new WeakMap<LogEntry, Rendered>();

  const allowed = new Map([...eventRegistry.values()].map((kind) => [kind, allowList(kind.schema)]));
  const onlyDeclared = (kind: EventKind, fields: object) => (allowed.get(kind) as (value: unknown) => unknown)(fields);

  const fieldsOf = (event: LoggedEvent, kind: EventKind, queue: Queue, model: Model, variant: string) => {
    if (kind.renderWithKeys !== undefined) {
      return kind.renderWithKeys(event, queue.hidesKeys === true ? undefined : keys, model);
    }
    return kind.render === undefined ? event : kind.render(event, queue.form, model, variant);
  };

  /** `{"type":…,` up to but without the closing `,"id":…}`. */
  const shared = (
    entry: LogEntry,
    event: LoggedEvent,
    kind: EventKind,
    queue: Queue,
    variant: string,
    model: Model,
  ) => {
    let known = rendered.get(entry);
    if (known?.changedAt !== model.changedAt) {
      known = { changedAt: model.changedAt, forms: new Map() };
      rendered.set(entry, known);
    }
    const { forms } = known;
    const hides = kind.renderWithKeys !== undefined && queue.hidesKeys === true;
    const key = `${queue.form.key}${hides ? "-" : ""}${variant}`;
    let text = forms.get(key);
    if (text === undefined) {
      const fields = fieldsOf(event, kind, queue, model, variant);
      text = fields === undefined ? WITHHELD : JSON.stringify(onlyDeclared(kind, fields)).slice(0, -1);
      forms.set(key, text);
    }
    return text;
  };

  const kindOf = ({ event }: LogEntry) => (event === undefined ? undefined : eventRegistry.get(kindKey(event)));

  const serialize = (entry: LogEntry, queue: Queue, user: User, model: Model, late?: LateEntry): string | undefined => {
    const { event, audience } = entry;
    if (event === undefined || audience === undefined) return undefined;
    const types = queue.options.eventTypes;
    if (types !== null && !types.includes(event.type)) return undefined;
    const found = modelFor(model, keyOf(queue, model));
    if (!mayHave(found, user, audience, queue.options.allPublicStreams)) return undefined;
    const kind = kindOf(entry);
    if (kind === undefined || kind.isFor?.(queue) === false) return undefined;
    if (queue.options.narrow.length > 0 && kind.matchesNarrow?.(event, queue, user, found) === false) return undefined;
    const variant = kind.variant?.(event, user, found, late?.viewpoint, late?.readUpTo) ?? "";
    const text = shared(entry, event, kind, queue, variant, model);
    if (text === WITHHELD) return undefined;
    const id = `,"id":${eventIdAt(entry.position)}}`;
    if (kind.personal === undefined) return text + id;
    return `${text},${kind.personal(event, user, queue, model, late?.viewpoint)}${id}`;
  };

  return {
    kindOf,
    serialize(entry, queue, user, model, view) {
      try {
        if (queue.keyId !== undefined) {
          const key = keyOf(queue, model);
          // As it was written: for late readers an entry may be for them alone.
          if (key === undefined || !isFor(key, kindOf(entry), entry.audience)) return undefined;
        }
        if (view === undefined) return serialize(entry, queue, user, model);
        const late = view(entry);
        return late && serialize(late.entry, queue, user, model, late);
      } catch (error) {
        // One bad entry must not stop a queue, so it is skipped.
        log.error({ err: error, position: entry.position }, "event delivery failed, entry skipped");
        return undefined;
      }
    },
  };
}
