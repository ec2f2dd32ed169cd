import { type Static, Type } from "#platform/schema/type.ts";
import type { User } from "#engine/model/records.ts";
import { userSetting } from "../record/settings.ts";
import type { UserStatus } from "./user-status.ts";

const parts = {
  away: Type.Optional(Type.Boolean()),
  status_text: Type.Optional(Type.String()),
  emoji_name: Type.Optional(Type.String()),
  emoji_code: Type.Optional(Type.String()),
  reaction_type: Type.Optional(Type.String()),
};

export const StatusSchema = Type.Object(parts);
export const StatusEventSchema = Type.Object({
  type: Type.Literal("user_status"),
  user_id: Type.Integer(),
  ...parts,
});

/** The parts of a status that are set. A user is away if they are invisible. */
export const presentStatus = (user: User, status: UserStatus): Static<typeof StatusSchema> => ({
  ...(!userSetting(user, "presence_enabled") && { away: true }),
  ...(status.statusText !== "" && { status_text: status.statusText }),
  ...(status.emojiName !== "" && presentStatusEmoji(status)),
});

export const presentStatusEmoji = (status: UserStatus) => ({
  emoji_name: status.emojiName,
  emoji_code: status.emojiCode,
  reaction_type: status.reactionType,
});
