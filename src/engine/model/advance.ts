import { apply } from "./apply.ts";
import type { Change } from "./changes.ts";
import { forgetAllTopics } from "./lookup/known-topics.ts";
import type { Model, MutableModel } from "./model.ts";

/**
 * Advances the model, which all other code only reads. Only the tail of the log (engine/log/tail.ts) may do so:
 * scripts/rules/import-rules.ts refuses every other import of this file, apply.ts or mutations.ts outside this folder. A
 * model that changed in another way than by the log would differ from that of other processes, and from itself after a
 * restart.
 */

/** Applies one entry of the log, the next after the model's position. If it throws, the position stays as it was. */
export function advance(model: Model, position: number, change: Change | undefined): void {
  const mutable = model as MutableModel;
  if (change !== undefined) {
    apply(mutable, change);
    mutable.changedAt = position;
  }
  mutable.position = position;
}

/** Copies a freshly loaded model into one that cannot be trusted any more, because all other code holds the latter. */
export function replaceModel(model: Model, fresh: Model): void {
  Object.assign(model as MutableModel, fresh);
  forgetAllTopics(model);
}
