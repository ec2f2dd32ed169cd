import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, withDefault } from "#api/parameters/params.ts";
import { allSubgroups, directMembers, isInGroup } from "#engine/model/access/membership.ts";
import { activePerson } from "#domains/records/users/access.ts";
import { activeGroup } from "#domains/records/groups/access.ts";
import { editMembership } from "./actions/edit-membership.ts";

const MAX_MEMBERS = 100_000;
const MAX_SUBGROUPS = 10_000;

const user_group_id = integer("The group's ID.", { min: 0 });
const direct_member_only = withDefault(boolean("Whether to leave out members of subgroups."), false);
const users = (about: string) => withDefault(json(about, Type.Array(Id(), { maxItems: MAX_MEMBERS })), []);
const groups = (about: string) => withDefault(json(about, Type.Array(Id(), { maxItems: MAX_SUBGROUPS })), []);

const getMembers = endpoint({
  id: "get-user-group-members",
  method: "GET",
  path: "/user_groups/{user_group_id}/members",
  summary: "The members of a group.",
  auth: "human_member",
  scope: "groups:read",
  params: { user_group_id, direct_member_only },
  result: { members: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, params }) {
    const group = activeGroup(model, params.user_group_id);
    if (params.direct_member_only) return { members: directMembers(model, group) };
    const members = [...model.users.values()].filter((user) => isInGroup(model, user, group.id));
    return { members: members.map(({ id }) => id).sort((a, b) => a - b) };
  },
});

const getMembership = endpoint({
  id: "get-is-user-group-member",
  method: "GET",
  path: "/user_groups/{user_group_id}/members/{user_id}",
  summary: "Whether somebody is a member of a group.",
  auth: "human_member",
  scope: "groups:read",
  params: { user_group_id, user_id: integer("The user's ID.", { min: 0 }), direct_member_only },
  result: { is_user_group_member: Type.Boolean() },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, actor, params }) {
    const group = activeGroup(model, params.user_group_id);
    const user = activePerson(model, actor, params.user_id);
    const isMember = params.direct_member_only
      ? directMembers(model, group).includes(user.id)
      : isInGroup(model, user, group.id);
    return { is_user_group_member: isMember };
  },
});

const getSubgroups = endpoint({
  id: "get-user-group-subgroups",
  method: "GET",
  path: "/user_groups/{user_group_id}/subgroups",
  summary: "The groups that a group contains.",
  auth: "human_member",
  scope: "groups:read",
  params: {
    user_group_id,
    direct_subgroup_only: withDefault(boolean("Whether to leave out subgroups of subgroups."), false),
  },
  result: { subgroups: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, params }) {
    const group = activeGroup(model, params.user_group_id);
    const subgroups = params.direct_subgroup_only ? group.subgroups : allSubgroups(model, group);
    return { subgroups: [...subgroups].sort((a, b) => a - b) };
  },
});

/** The events that an edit of a group's members may cause, in this domain and in later ones. */
const subgroupEvents = ["user_group/add_subgroups", "user_group/remove_subgroups"];
const memberEvents = ["user_group/add_members", "user_group/remove_members"];
const visibilityEvents = ["stream/create", "stream/delete", "subscription/peer_add"];

const editMembers = endpoint({
  id: "update-user-group-members",
  method: "POST",
  path: "/user_groups/{user_group_id}/members",
  summary: "Adds and removes members and subgroups, in this order: all of them, or none.",
  auth: "human_member",
  scope: "groups:write",
  audits: ["group.members_changed", "group.subgroups_changed"],
  params: {
    user_group_id,
    add: users("Users to add."),
    delete: users("Users to remove."),
    add_subgroups: groups("Groups to put into the group."),
    delete_subgroups: groups("Groups to take out of the group."),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: [...memberEvents, ...subgroupEvents, ...visibilityEvents, "message"],
  async run({ realm, actor, params: { user_group_id, add, delete: remove, add_subgroups, delete_subgroups } }) {
    const edit = { add, remove, addSubgroups: add_subgroups, removeSubgroups: delete_subgroups };
    await realm.write(actor, (tx, present) => {
      if (add.length + remove.length > 0)
        tx.audit("group.members_changed", user_group_id, { added: add, removed: remove });
      if (add_subgroups.length + delete_subgroups.length > 0)
        tx.audit("group.subgroups_changed", user_group_id, { added: add_subgroups, removed: delete_subgroups });
      return editMembership(tx, present, user_group_id, edit);
    });
    return {};
  },
});

const editSubgroups = endpoint({
  id: "update-user-group-subgroups",
  method: "POST",
  path: "/user_groups/{user_group_id}/subgroups",
  summary: "Adds and removes subgroups: all of them, or none.",
  auth: "human_member",
  scope: "groups:write",
  audits: ["group.subgroups_changed"],
  params: {
    user_group_id,
    add: groups("Groups to put into the group."),
    delete: groups("Groups to take out of the group."),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: [...subgroupEvents, ...visibilityEvents],
  async run({ realm, actor, params }) {
    const edit = { add: [], remove: [], addSubgroups: params.add, removeSubgroups: params.delete };
    await realm.write(actor, (tx, present) => {
      const { add: added, delete: removed, user_group_id: id } = params;
      tx.audit("group.subgroups_changed", id, { added, removed });
      return editMembership(tx, present, id, edit);
    });
    return {};
  },
});

export const membershipEndpoints = [getMembers, editMembers, getMembership, getSubgroups, editSubgroups] as const;
