import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { checkIsInUse, normalizedInput, emojiOfInput } from "#domains/conversations/reactions/emoji.ts";
import { changeSettings } from "../settings/actions/change-settings.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { statusOf, storeStatus, type UserStatus } from "#domains/records/users/status/user-status.ts";
import { presentStatusEmoji } from "#domains/records/users/status/present.ts";
import { statusChanged } from "#domains/records/users/status/events.ts";

export interface StatusInput {
  readonly statusText?: string | undefined;
  readonly emojiName?: string | undefined;
  readonly emojiCode?: string | undefined;
  readonly reactionType?: string | undefined;
  readonly isAway?: boolean | undefined;
}

type Emoji = Pick<UserStatus, "emojiName" | "emojiCode" | "reactionType">;
const NO_EMOJI: Emoji = { emojiName: "", emojiCode: "", reactionType: "unicode_emoji" };

/** Changes the parts of a status that are present in the input, and emits them to those who may see the user. */
export async function setStatus(tx: Tx, user: User, input: StatusInput): Promise<void> {
  const emoji = newEmoji(tx.model, input);
  if (input.statusText === undefined && emoji === undefined && input.isAway === undefined) {
    throw badRequest("Client did not pass any new values.");
  }
  const before = await statusOf(tx.sql, tx.realmId, user.id);
  const status: UserStatus = {
    ...(before ?? { userId: user.id, statusText: "", ...NO_EMOJI }),
    ...(input.statusText !== undefined && { statusText: input.statusText }),
    ...emoji,
  };
  await storeStatus(tx.sql, tx.realmId, status);
  if (input.isAway !== undefined) await changeSettings(tx, user, { presence_enabled: !input.isAway });
  // Nobody has been told that an invisible user without a status is away.
  const isAway = input.isAway ?? (before === undefined && !userSetting(user, "presence_enabled") ? true : undefined);
  tx.emit(
    statusChanged,
    {
      user_id: user.id,
      ...(isAway !== undefined && { away: isAway }),
      ...(input.statusText !== undefined && { status_text: status.statusText }),
      ...(emoji !== undefined && presentStatusEmoji(status)),
    },
    { to: "viewers", user: user.id },
  );
}

/** An empty name removes the emoji. */
function newEmoji(model: Model, input: StatusInput): Emoji | undefined {
  const { emojiName: name, emojiCode: code, reactionType: type } = input;
  if (name === undefined) {
    if (code === undefined && type === undefined) return undefined;
    throw badRequest("Client must pass emoji_name if they pass either emoji_code or reaction_type.");
  }
  if (name === "") return NO_EMOJI;
  const emoji = emojiOfInput(model, { ...normalizedInput({ code, type }), name });
  checkIsInUse(model, emoji);
  return { emojiName: emoji.name, emojiCode: emoji.code, reactionType: emoji.type };
}
