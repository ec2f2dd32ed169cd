import { t } from "../language/text.ts";
import type { Reason } from "../state/permissions.ts";

const REASONS: Readonly<Record<Reason, string>> = {
  "only-author": t("Only the person who wrote a message can edit it."),
  "editing-off": t("Your organization does not allow messages to be edited."),
  archived: t("This channel is archived."),
  "not-writer": t("You may no longer write in this channel."),
  "edit-time": t("The time for editing this message is over."),
  "not-deleter": t("You may not delete this message."),
  "delete-time": t("The time for deleting this message is over."),
  "not-resolver": t("You may not resolve topics here."),
  "not-renamer": t("You may not move messages to another topic here."),
  "rename-time": t("The time for moving this message is over."),
  "not-mover": t("You may not move messages to another channel."),
  "move-time": t("The time for moving this message to another channel is over."),
};

/** Why something is not allowed, in words. */
export const reasonText = (reason: Reason): string => REASONS[reason];
