import { ApiError, badRequest } from "#platform/errors.ts";
import { isExtraEmoji, unicodeEmoji } from "#markup/inline/emoji.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import type { CustomEmoji, User } from "#engine/model/records.ts";

declare const free: unique symbol;
/** A name under which the actor may add an emoji. */
export type FreeName = string & { readonly [free]: true };

export function freeName(model: Model, actor: User, name: string): FreeName {
  if (!mayInRealm(model, actor, "can_add_custom_emoji_group")) throw badRequest("Insufficient permission");
  if (model.emojiByName.has(name)) throw badRequest("A custom emoji with this name already exists.");
  if (isExtraEmoji(name)) throw badRequest("This name is reserved for an emoji that everybody has.");
  if (unicodeEmoji(name) !== undefined && !isAdministrator(actor)) {
    throw badRequest("Only administrators can override default emoji.");
  }
  return name as FreeName;
}

declare const removable: unique symbol;
/** An emoji in use that the actor may remove: as an administrator, or as its author who may still add emoji. */
export type RemovableEmoji = CustomEmoji & { readonly [removable]: true };

export function removableEmoji(model: Model, actor: User, name: string): RemovableEmoji {
  const emoji = model.emojiByName.get(name.trim().toLowerCase());
  if (emoji === undefined) throw new ApiError("BAD_REQUEST", "Emoji does not exist", {}, 404);
  const isOwn = emoji.authorId === actor.id && mayInRealm(model, actor, "can_add_custom_emoji_group");
  if (!isOwn && !isAdministrator(actor)) {
    throw badRequest("Must be an organization administrator or emoji author");
  }
  return emoji as RemovableEmoji;
}
