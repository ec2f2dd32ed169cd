import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, optional, text, withDefault } from "#api/parameters/params.ts";
import { createGroup } from "./actions/create-group.ts";
import { deactivateGroup } from "./actions/deactivate-group.ts";
import { updateGroup } from "./actions/update-group.ts";
import { membershipEndpoints } from "./membership-endpoints.ts";
import { presentGroups, UserGroupSchema } from "#domains/records/groups/present.ts";
import { initialSettings, groupSettingChanges } from "./setting-params.ts";

const MAX_MEMBERS = 100_000;
const MAX_SUBGROUPS = 10_000;

const name = text("The group's name.", { max: 1000 });
const description = text("What the group is for.", { max: 100_000 });
const groupId = integer("The group's ID.", { min: 0 });

const getUserGroups = endpoint({
  id: "get-user-groups",
  method: "GET",
  path: "/user_groups",
  summary: "All groups of the organization, the built-in ones included.",
  auth: "human_member",
  scope: "groups:read",
  params: { include_deactivated_groups: withDefault(boolean("Whether to include groups out of use."), false) },
  result: { user_groups: Type.Array(UserGroupSchema) },
  errors: ["BAD_REQUEST"],
  run: ({ realm, params }) => ({ user_groups: presentGroups(realm.model, params.include_deactivated_groups) }),
});

const createUserGroup = endpoint({
  id: "create-user-group",
  method: "POST",
  path: "/user_groups/create",
  summary: "Creates a group.",
  idempotent: {},
  auth: "human_member",
  scope: "groups:write",
  audits: ["group.created"],
  params: {
    name,
    description,
    members: json("The first members' IDs.", Type.Array(Id(), { maxItems: MAX_MEMBERS })),
    subgroups: withDefault(
      json("The groups that it contains (since level 311).", Type.Array(Id(), { maxItems: MAX_SUBGROUPS })),
      [],
    ),
    ...initialSettings,
  },
  result: { group_id: Type.Integer() },
  errors: ["BAD_REQUEST"],
  emits: ["user_group/add", "user_group/add_subgroups"],
  async run({ realm, actor, params: { name, description, members, subgroups, ...settings } }) {
    const draft = { name, description, members, subgroups, settings };
    return realm.write(actor, async (tx, present) => ({ group_id: (await createGroup(tx, present, draft)).id }));
  },
});

const updateUserGroup = endpoint({
  id: "update-user-group",
  method: "PATCH",
  path: "/user_groups/{user_group_id}",
  summary: "Changes a group's name, description or permissions, or brings it back into use.",
  auth: "human_member",
  scope: "groups:write",
  audits: ["group.changed"],
  params: {
    user_group_id: groupId,
    name: optional(name),
    description: optional(description),
    ...groupSettingChanges,
    deactivated: optional(boolean("False brings the group back into use; true does nothing (since level 386).")),
  },
  result: {},
  errors: ["BAD_REQUEST", "EXPECTATION_MISMATCH"],
  emits: ["user_group/update", "user_group/add"],
  async run({ realm, actor, params: { user_group_id, name, description, deactivated, ...settings } }) {
    const update = { name, description, deactivated, settings };
    await realm.write(actor, (tx, present) => updateGroup(tx, present, user_group_id, update));
    return {};
  },
});

const deactivateUserGroup = endpoint({
  id: "deactivate-user-group",
  method: "POST",
  path: "/user_groups/{user_group_id}/deactivate",
  summary: "Takes a group out of use.",
  auth: "human_member",
  scope: "groups:write",
  audits: ["group.deactivated"],
  params: { user_group_id: groupId },
  result: {},
  errors: ["BAD_REQUEST", "CANNOT_DEACTIVATE_GROUP_IN_USE"],
  emits: ["user_group/remove", "user_group/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => deactivateGroup(tx, present, params.user_group_id));
    return {};
  },
});

export const groupEndpoints = [
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  ...membershipEndpoints,
] as const;
