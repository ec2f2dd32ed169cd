import { type Linkified, matchesOf } from "#markup/inline/linkifiers.ts";
import type { Model } from "#engine/model/model.ts";
import type { Linkifier } from "#engine/model/records.ts";
import { checkLinkifier } from "./definition.ts";

/** A longer list tells nobody more. */
const MAX_MATCHES = 100;

/** The links in a text by a linkifier that is not stored, in UTF-16 units of the text; refused as it would be stored. */
export const trial = (model: Model, wanted: Linkifier, text: string): Linkified[] =>
  matchesOf(checkLinkifier(model, wanted), text).take(MAX_MATCHES).toArray();
