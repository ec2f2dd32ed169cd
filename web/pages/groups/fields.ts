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
  { kind: "text", name: "description", label: t("What it is for"), maxLength: 1024, lines: 2 },
];

/** Every permission of a group, in words. */
export const GROUP_PERMISSIONS: readonly Field[] = [
  {
    kind: "who",
    name: "can_mention_group",
    label: t("Who can mention it"),
    hint: t("A mention notifies everybody in the group."),
  },
  {
    kind: "who",
    name: "can_join_group",
    label: t("Who can join by themselves"),
  },
  {
    kind: "who",
    name: "can_leave_group",
    label: t("Who can leave by themselves"),
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
    hint: t("Change its name and settings, add and remove people, take it out of use."),
  },
];
