import type { Model } from "../model.ts";

/** What is computed from the whole model and asked for often: computed again only after the model has changed. */
export function untilChanged<Value>(compute: (model: Model) => Value): (model: Model) => Value {
  const known = new WeakMap<Model, { readonly changedAt: number; readonly value: Value }>();
  return (model) => {
    const { changedAt } = model;
    const before = known.get(model);
    if (before?.changedAt === changedAt) return before.value;
    const value = compute(model);
    known.set(model, { changedAt, value });
    return value;
  };
}
