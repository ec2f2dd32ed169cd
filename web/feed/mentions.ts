import { isComposing } from "../ui/composing.ts";
import { openDialog } from "../ui/open.ts";

/** Makes a mention of a person or group a button, which opens their card. Mentions of all of a channel have none. */
export function makeMentionButton(mention: HTMLElement): void {
  const { userId, userGroupId } = mention.dataset;
  if (userId === "*") return;
  mention.role = "button";
  mention.tabIndex = 0;
  mention.ariaHasPopup = "dialog";
  const open = () =>
    userGroupId === undefined
      ? openDialog("person-card", { userId: Number(userId), at: mention })
      : openDialog("group-card", { groupId: Number(userGroupId), at: mention });
  mention.addEventListener("click", open);
  mention.addEventListener("keydown", (event) => {
    if (isComposing(event) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    open();
  });
}
