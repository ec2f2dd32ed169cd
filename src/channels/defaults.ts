import type { Tx } from "../db/tx.ts";
import type { Model } from "../model/model.ts";
import type { Channel } from "../model/records.ts";

/** The channels that new accounts are subscribed to. */
export const defaultChannels = (model: Model): Channel[] =>
  [...model.channels.values()].filter(({ isDefault }) => isDefault);

/** Tells which they are, with some channels as they are about to be. */
export function emitDefaults(tx: Tx, changed: readonly Channel[]): void {
  const others = defaultChannels(tx.model).filter(({ id }) => !changed.some((channel) => channel.id === id));
  const ids = [...others, ...changed.filter(({ isDefault }) => isDefault)].map(({ id }) => id);
  tx.emit({ type: "default_streams", default_streams: ids.sort((a, b) => a - b) }, { to: "members" });
}
