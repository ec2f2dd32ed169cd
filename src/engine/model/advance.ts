import { apply } from "./apply.ts";
import type { Change } from "./changes.ts";
import { forgetAllTopics } from "./lookup/known-topics.ts";
import type { Model, MutableModel } from "./model.ts";

/**
 * How the tail of the log moves the model that everybody else only reads. Nothing else may import this file, apply.ts or
 * mutations.ts (scripts/import-rules.ts): a model that moves in another way than by the log differs from that of other
 * processes, and from itself after a restart.
 */

/** Takes one entry of the log, the next after the model's position. Where it throws, the position stays as it was. */
export function advance(model: Model, position: number, change: Change | undefined): void {
  const mutable = model as MutableModel;
  if (change !== undefined) {
    apply(mutable, change);
    mutable.changedAt = position;
  }
  mutable.position = position;
}

/** Puts a freshly loaded model in the place of one that cannot be trusted any more: everybody holds the latter. */
export function replaceModel(model: Model, fresh: Model): void {
  Object.assign(model as MutableModel, fresh);
  forgetAllTopics(model);
}
