import type { Model } from "../model.ts";
import type { ApiKey } from "../records.ts";

/**
 * The model as a key finds it that is for some channels only: other channels and all direct conversations do not exist.
 * It is a view, and follows the present model.
 */
export function withinChannels(model: Model, channelIds: readonly number[]): Model {
  const known = views.get(channelIds);
  if (known?.model === model) return known.view;
  const view = viewOf(model, new Set(channelIds));
  views.set(channelIds, { model, view });
  return view;
}

/** Whether a model is such a view, in which direct conversations that are there seem not to be. */
export const isWithinChannels = (model: Model): boolean => isView.has(model);

/** What a caller by this key finds. */
export const modelFor = (model: Model, key: ApiKey | undefined): Model =>
  key === undefined || key.channelIds === null ? model : withinChannels(model, key.channelIds);

const views = new WeakMap<readonly number[], { readonly model: Model; readonly view: Model }>();
const isView = new WeakSet<Model>();

function viewOf(model: Model, ids: ReadonlySet<number>): Model {
  const ofChannel = <Value>(value: Value, id: number) => (ids.has(id) ? value : undefined);
  const own: Partial<Model> = {
    channels: new Part(() => model.channels, ofChannel),
    channelsByName: new Part(
      () => model.channelsByName,
      (channel) => ofChannel(channel, channel.id),
    ),
    subscribers: new Part(() => model.subscribers, ofChannel),
    endedSpans: new Part(() => model.endedSpans, ofChannel),
    channelsOf: new Part(
      () => model.channelsOf,
      (list) => list.filter((id) => ids.has(id)),
    ),
    mutedChannels: new Part(
      () => model.mutedChannels,
      (muted) => muted.intersection(ids),
    ),
    conversations: new Map(),
    conversationsByUsers: new Map(),
    conversationsOf: new Map(),
  };
  const view: Partial<Model> = {};
  for (const name of Object.keys(model) as (keyof Model)[]) {
    Object.defineProperty(view, name, { enumerable: true, get: () => own[name] ?? model[name] });
  }
  isView.add(view as Model);
  return view as Model;
}

/** The entries of a map that are shown, as they are at the time when one asks. */
class Part<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #whole: () => ReadonlyMap<Key, Value>;
  readonly #shown: (value: Value, key: Key) => Value | undefined;

  constructor(whole: () => ReadonlyMap<Key, Value>, shown: (value: Value, key: Key) => Value | undefined) {
    this.#whole = whole;
    this.#shown = shown;
  }

  get(key: Key): Value | undefined {
    const value = this.#whole().get(key);
    return value === undefined ? undefined : this.#shown(value, key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    return [...this.keys()].length;
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const [key, value] of this.#whole()) {
      const shown = this.#shown(value, key);
      if (shown !== undefined) yield [key, shown];
    }
  }

  *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(callback: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }
}
