import { t } from "../language/text.ts";
import type { Reason } from "../state/permissions.ts";

const REASONS: Readonly<Record<Reason, string>> = {
  "only-author": t("Only the person who wrote a message can edit it."),
  "editing-off": t("Your organization does not allow editing messages."),
  archived: t("This channel is archived."),
  "not-writer": t("You can no longer write in this channel."),
  "edit-time": t("The time limit for editing this message has passed."),
  "not-deleter": t("You cannot delete this message."),
  "delete-time": t("The time limit for deleting this message has passed."),
  "not-resolver": t("You cannot resolve topics here."),
  "not-renamer": t("You cannot move messages to another topic here."),
  "rename-time": t("The time limit for moving this message has passed."),
  "not-mover": t("You cannot move messages to another channel."),
  "move-time": t("The time limit for moving this message to another channel has passed."),
};

/** Why something is not allowed, in words. */
export const reasonText = (reason: Reason): string => REASONS[reason];
