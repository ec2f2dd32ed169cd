import { t } from "../../language/text.ts";
import type { Field } from "../fields/field.ts";

export const TEXTS: readonly Field[] = [
  {
    kind: "text",
    name: "name",
    label: t("Name"),
    maxLength: 100,
    hint: t("People mention it by this name, after an @."),
  },
  { kind: "text", name: "description", label: t("Purpose"), maxLength: 1024, lines: 2 },
];

/** Every permission of a group, in words. */
export const GROUP_PERMISSIONS: readonly Field[] = [
  {
    kind: "who",
    name: "can_mention_group",
    label: t("Who can mention it"),
    hint: t("A mention notifies everyone in the group."),
  },
  {
    kind: "who",
    name: "can_join_group",
    label: t("Who can join"),
  },
  {
    kind: "who",
    name: "can_leave_group",
    label: t("Who can leave"),
  },
  {
    kind: "who",
    name: "can_add_members_group",
    label: t("Who can add people and groups"),
  },
  {
    kind: "who",
    name: "can_remove_members_group",
    label: t("Who can remove people"),
  },
  {
    kind: "who",
    name: "can_manage_group",
    label: t("Who can manage it"),
    hint: t("Change its name and settings, add and remove people, deactivate it."),
  },
];
