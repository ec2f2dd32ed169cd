import { forgetAllTopics } from "./lookup/known-topics.ts";
import type { Model } from "./model.ts";

/** Puts a freshly loaded model in the place of one that cannot be trusted any more: everybody holds the latter. */
export function replaceModel(model: Model, fresh: Model): void {
  Object.assign(model, fresh);
  forgetAllTopics(model);
}
