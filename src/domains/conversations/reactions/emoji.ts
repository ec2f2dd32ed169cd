import { badRequest } from "#platform/errors.ts";
import { canonicalName, EXTRA_EMOJI, isExtraEmoji, unicodeEmoji } from "#markup/inline/emoji.ts";
import type { Model } from "#engine/model/model.ts";

/** The last type has the name that existing clients know: with another one they fail to parse the whole answer. */
const REACTION_TYPES = ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];
/** Another name for the last type, which is accepted and never sent. */
const EXTRA_TYPE_ALIAS = "svc_extra_emoji";

export interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly type: ReactionType;
}

/** An emoji as a client names it. */
export interface EmojiInput {
  readonly name?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
}

/** Corrects differences between clients: some leave U+FE0F in the codes of sequences. */
export const normalizedInput = ({ name, code, type }: EmojiInput): EmojiInput => ({
  name,
  code: code !== undefined && isExtraEmoji(code) ? EXTRA_EMOJI : code?.replace(/-fe0f(?=-|$)/g, ""),
  type: type === EXTRA_TYPE_ALIAS ? "zulip_extra_emoji" : type,
});

/** Looks up a name in one namespace. The order matters: the organization's own emoji come first. */
const namespaces: Readonly<Record<ReactionType, (model: Model, name: string) => Emoji | undefined>> = {
  realm_emoji(model, name) {
    const own = model.emojiByName.get(name);
    return own && { name, code: String(own.id), type: "realm_emoji" };
  },
  zulip_extra_emoji: (_model, name) =>
    isExtraEmoji(name) ? { name: EXTRA_EMOJI, code: EXTRA_EMOJI, type: "zulip_extra_emoji" } : undefined,
  unicode_emoji(_model, name) {
    const code = unicodeEmoji(name);
    return code === undefined ? undefined : { name, code, type: "unicode_emoji" };
  },
};

/** The emoji that has a name now, if any. */
export function emojiOfName(model: Model, name: string, type?: ReactionType): Emoji | undefined {
  if (type !== undefined) return namespaces[type](model, name);
  for (const find of Object.values(namespaces)) {
    const emoji = find(model, name);
    if (emoji !== undefined) return emoji;
  }
  return undefined;
}

export function emojiNamed(model: Model, name: string, type?: ReactionType): Emoji {
  const emoji = emojiOfName(model, name, type);
  if (emoji === undefined) throw badRequest(`Emoji '${name}' does not exist`);
  return emoji;
}

/**
 * The emoji of an input. A code decides if there is one, and the name is then the server's own, because clients have
 * lists of names of their own. Otherwise the name decides.
 */
export function emojiOfInput(model: Model, input: EmojiInput & { readonly name: string }): Emoji {
  const { name, code } = input;
  const type = checkedType(input.type);
  if (name === "") throw badRequest("Emoji '' does not exist");
  if (code === undefined) return emojiNamed(model, name, type);
  const found =
    emojiOfCode(model, code, type ?? emojiOfName(model, name)?.type) ??
    (type === undefined ? emojiOfCode(model, code) : undefined);
  if (found === undefined) throw badRequest("Invalid emoji code.");
  return found;
}

/** A deactivated emoji can only be used to join an existing reaction. */
export function checkIsInUse(model: Model, { code, type }: Emoji): void {
  if (type === "realm_emoji" && model.emoji.get(Number(code))?.deactivated === true) {
    throw badRequest("This custom emoji has been deactivated.");
  }
}

/** Refuses a code that no emoji has, in one namespace or in all. Deactivated emoji count. */
export function checkIsCode(model: Model, code: string, type: string | undefined): void {
  if (emojiOfCode(model, code, checkedType(type)) === undefined) throw badRequest("Invalid emoji code.");
}

function checkedType(word: string | undefined): ReactionType | undefined {
  const type = REACTION_TYPES.find((known) => known === word);
  if (type === undefined && word !== undefined) throw badRequest("Invalid emoji type.");
  return type;
}

function emojiOfCode(model: Model, code: string, type?: ReactionType): Emoji | undefined {
  for (const known of type === undefined ? REACTION_TYPES : [type]) {
    const name = nameOfCode(model, code, known);
    if (name !== undefined) return { name, code, type: known };
  }
  return undefined;
}

function nameOfCode(model: Model, code: string, type: ReactionType): string | undefined {
  if (type === "unicode_emoji") return canonicalName(code);
  if (type === "zulip_extra_emoji") return code === EXTRA_EMOJI ? EXTRA_EMOJI : undefined;
  return /^[1-9]\d{0,14}$/.test(code) ? model.emoji.get(Number(code))?.name : undefined;
}
