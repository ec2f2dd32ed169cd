import { type TProperties, Type } from "typebox";
import type { EventKind } from "../../engine/log/event-kinds.ts";
import type { LoggedEvent } from "../../engine/log/entry.ts";
import type { Form } from "../../engine/log/queue.ts";
import { UserGroupSchema } from "./present.ts";

/**
 * For clients without the capability `include_deactivated_groups` a group out of use does not exist: it is removed, and
 * added when it comes back. An event logged with `hidden` speaks of such a group, one with `reactivated` brings it back.
 */
const knowsDeactivated = (form: Form): boolean => form.capabilities.include_deactivated_groups;

const unlessHidden = (event: LoggedEvent, form: Form) =>
  event["hidden"] === true && !knowsDeactivated(form) ? undefined : event;

type Render = NonNullable<EventKind["render"]>;

const groupEvent = <Op extends string, Fields extends TProperties>(
  op: Op,
  summary: string,
  fields: Fields,
  render: Render,
) =>
  ({
    type: "user_group",
    op,
    summary,
    schema: Type.Object({ type: Type.Literal("user_group"), op: Type.Literal(op), ...fields }),
    render,
  }) as const satisfies EventKind;

const groupId = Type.Integer();
/** The rest of a group has events of its own, or never changes. */
const Changed = Type.Partial(
  Type.Omit(UserGroupSchema, ["id", "creator_id", "date_created", "is_system_group", "members", "direct_subgroup_ids"]),
);

const added = groupEvent(
  "add",
  "A group was created or came back into use.",
  { group: UserGroupSchema },
  (event, form) => (event["reactivated"] === true && knowsDeactivated(form) ? undefined : event),
);

const removed = groupEvent("remove", "A group went out of use.", { group_id: groupId }, (event, form) =>
  knowsDeactivated(form) ? undefined : event,
);

const updated = groupEvent(
  "update",
  "A property of a group changed.",
  { group_id: groupId, data: Changed },
  unlessHidden,
);

const members = { group_id: groupId, user_ids: Type.Array(Type.Integer()) };
const subgroups = { group_id: groupId, direct_subgroup_ids: Type.Array(Type.Integer()) };

export const groupEvents = [
  added,
  removed,
  updated,
  groupEvent("add_members", "Users became direct members of a group.", members, unlessHidden),
  groupEvent("remove_members", "Users are no longer direct members of a group.", members, unlessHidden),
  groupEvent("add_subgroups", "Groups became direct subgroups of a group.", subgroups, unlessHidden),
  groupEvent("remove_subgroups", "Groups are no longer direct subgroups of a group.", subgroups, unlessHidden),
] as const satisfies readonly EventKind[];
