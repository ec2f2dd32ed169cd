import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { Linkifier, Playground } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";

declare const changeable: unique symbol;
/** A linkifier that the actor may change and remove. */
export type ChangeableLinkifier = Linkifier & { readonly [changeable]: true };

declare const removable: unique symbol;
/** A playground that the actor may remove. */
export type RemovablePlayground = Playground & { readonly [removable]: true };

export function changeableLinkifier(model: Model, _actor: Administrator, id: number): ChangeableLinkifier {
  const linkifier = model.linkifiers.find((linkifier) => linkifier.id === id);
  if (linkifier === undefined) throw badRequest("Linkifier not found.");
  return linkifier as ChangeableLinkifier;
}

export function removablePlayground(model: Model, _actor: Administrator, id: number): RemovablePlayground {
  const playground = model.playgrounds.find((playground) => playground.id === id);
  if (playground === undefined) throw badRequest("Invalid playground");
  return playground as RemovablePlayground;
}
