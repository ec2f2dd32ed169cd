import { badRequest } from "../api/errors.ts";
import { canonicalName, isNameOfCode, unicodeEmoji } from "../markup/emoji.ts";
import type { Model } from "../model/model.ts";

export const REACTION_TYPES = ["unicode_emoji", "realm_emoji", "svc_extra_emoji"] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

export interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly type: ReactionType;
}

/** The one emoji that is neither of Unicode nor of the organization. */
const EXTRA = "svc";
/** What existing clients call that namespace. */
const EXTRA_ALIAS = "zulip_extra_emoji";

export const reactionType = (word: string): string => (word === EXTRA_ALIAS ? "svc_extra_emoji" : word);

/** A code without U+FE0F, which some clients leave in the codes of sequences. */
export const plainCode = (code: string | undefined): string | undefined =>
  code
    ?.split("-")
    .filter((point) => point !== "fe0f")
    .join("-");

const invalid = (name: string) => badRequest(`Emoji '${name}' does not exist`);

/** The emoji that a name stands for now, if it does: the organization's own come first. */
export function emojiOfName(model: Model, name: string): Emoji | undefined {
  const own = model.emojiByName.get(name);
  if (own !== undefined) return { name, code: String(own.id), type: "realm_emoji" };
  if (name === EXTRA) return { name, code: EXTRA, type: "svc_extra_emoji" };
  const code = unicodeEmoji(name);
  return code === undefined ? undefined : { name, code, type: "unicode_emoji" };
}

export function emojiNamed(model: Model, name: string): Emoji {
  const emoji = emojiOfName(model, name);
  if (emoji === undefined) throw invalid(name);
  return emoji;
}

/** Refuses a name, code and type that do not belong together. */
export function checkedEmoji(model: Model, name: string, code: string, type: string): Emoji {
  switch (type) {
    case "realm_emoji": {
      const own = /^\d{1,15}$/.test(code) ? model.emoji.get(Number(code)) : undefined;
      if (own === undefined) throw badRequest("Invalid custom emoji.");
      if (own.name !== name) throw badRequest("Invalid custom emoji name.");
      if (own.deactivated) throw badRequest("This custom emoji has been deactivated.");
      return { name, code, type };
    }
    case "svc_extra_emoji":
      if (code !== EXTRA || name !== EXTRA) throw badRequest("Invalid emoji code.");
      return { name, code, type };
    case "unicode_emoji":
      if (!isNameOfCode(name, code)) throw badRequest("Invalid emoji name or code.");
      return { name, code, type };
    default:
      throw badRequest("Invalid emoji type.");
  }
}

/** Refuses what is the code of nothing, in one namespace or in any. An emoji that was taken away had a code. */
export function checkIsCode(model: Model, code: string, type: string | undefined): void {
  const types = REACTION_TYPES.filter((known) => type === undefined || reactionType(type) === known);
  if (types.length === 0) throw badRequest("Invalid emoji type.");
  if (!types.some((known) => isCode(model, code, known))) throw badRequest("Invalid emoji code.");
}

function isCode(model: Model, code: string, type: ReactionType): boolean {
  if (type === "unicode_emoji") return canonicalName(code) !== undefined;
  return type === "realm_emoji" ? /^\d{1,15}$/.test(code) && model.emoji.has(Number(code)) : code === EXTRA;
}
