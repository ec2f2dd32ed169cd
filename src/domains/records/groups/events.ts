import { type TObject, type TProperties, Type } from "#platform/schema/type.ts";
import { type EventKind, logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { LoggedEvent } from "#engine/log/entry.ts";
import type { EventForm } from "#engine/log/queue.ts";
import { UserGroupSchema } from "./present.ts";

/**
 * For clients without the capability `include_deactivated_groups` a deactivated group does not exist: its deactivation is
 * a removal, its reactivation an addition. An event about a deactivated group is logged with `hidden`, and the one that
 * reactivates it with `reactivated`.
 */
const knowsDeactivated = (form: EventForm): boolean => form.capabilities.include_deactivated_groups;

export interface Marks {
  readonly hidden?: boolean | undefined;
  readonly reactivated?: boolean;
}

const unlessHidden = (event: LoggedEvent & Marks, form: EventForm) =>
  event.hidden === true && !knowsDeactivated(form) ? undefined : event;

type Render = NonNullable<EventKind<Marks>["render"]>;

const groupEvent = <Op extends string, Fields extends TProperties>(
  op: Op,
  summary: string,
  fields: Fields,
  render: Render,
) =>
  logs<SchemaFields<TObject<Fields>> & Marks>()({
    type: "user_group",
    op,
    scope: "groups:read",
    summary,
    schema: Type.Object({ type: Type.Literal("user_group"), op: Type.Literal(op), ...fields }),
    render,
  });

const groupId = Type.Integer();
/** The fields that `update` events may contain; members and subgroups have events of their own. */
const Changed = Type.Partial(
  Type.Omit(UserGroupSchema, ["id", "creator_id", "date_created", "is_system_group", "members", "direct_subgroup_ids"]),
);

export const groupAdded = groupEvent(
  "add",
  "A group was created or came back into use.",
  { group: UserGroupSchema },
  (event, form) => (event.reactivated === true && knowsDeactivated(form) ? undefined : event),
);

export const groupRemoved = groupEvent("remove", "A group went out of use.", { group_id: groupId }, (event, form) =>
  knowsDeactivated(form) ? undefined : event,
);

export const groupUpdated = groupEvent(
  "update",
  "A property of a group changed.",
  { group_id: groupId, data: Changed },
  unlessHidden,
);

const members = { group_id: groupId, user_ids: Type.Array(Type.Integer()) };
const subgroups = { group_id: groupId, direct_subgroup_ids: Type.Array(Type.Integer()) };

export const membersAdded = groupEvent("add_members", "Users became direct members of a group.", members, unlessHidden);

export const membersRemoved = groupEvent(
  "remove_members",
  "Users are no longer direct members of a group.",
  members,
  unlessHidden,
);

export const subgroupsAdded = groupEvent(
  "add_subgroups",
  "Groups became direct subgroups of a group.",
  subgroups,
  unlessHidden,
);

export const subgroupsRemoved = groupEvent(
  "remove_subgroups",
  "Groups are no longer direct subgroups of a group.",
  subgroups,
  unlessHidden,
);

export const groupEvents = [
  groupAdded,
  groupRemoved,
  groupUpdated,
  membersAdded,
  membersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
] as const satisfies readonly EventKind[];
