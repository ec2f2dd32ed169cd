import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, json, optional, text, word } from "#api/parameters/params.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { defaultableChannel, manageableDefaultGroup, type ManageableDefaultGroup } from "./access.ts";
import { setDefault } from "./actions.ts";
import {
  addToDefaultGroup,
  createDefaultGroup,
  deleteDefaultGroup,
  describeDefaultGroup,
  removeFromDefaultGroup,
} from "./groups/actions.ts";

const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_CHANNELS = 1000;

const stream_id = integer("The channel's ID.", { min: 0 });
const group_id = integer("The group's ID.", { min: 0 });
const stream_names = json(
  "The channels' names.",
  Type.Array(Type.String({ maxLength: 1000 }), { maxItems: MAX_CHANNELS }),
);
const name = text("The group's name.", { max: 1000 });
const description = text("What the channels of the group have in common.", { max: MAX_DESCRIPTION_LENGTH });

const errors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;

const addDefault = endpoint({
  id: "add-default-stream",
  method: "POST",
  path: "/default_streams",
  summary: "Lets new accounts be subscribed to a channel.",
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel.created"],
  params: { stream_id },
  result: {},
  errors,
  emits: ["default_streams", "default_stream_groups"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("default_channel.created", params.stream_id);
      return setDefault(tx, defaultableChannel(tx.model, asAdministrator(present), params.stream_id), true);
    });
    return {};
  },
});

const removeDefault = endpoint({
  id: "remove-default-stream",
  method: "DELETE",
  path: "/default_streams",
  summary: "Lets new accounts no longer be subscribed to a channel.",
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel.deleted"],
  params: { stream_id },
  result: {},
  errors,
  emits: ["default_streams"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("default_channel.deleted", params.stream_id);
      return setDefault(tx, defaultableChannel(tx.model, asAdministrator(present), params.stream_id), false);
    });
    return {};
  },
});

const groupOf = (tx: Tx, actor: User, id: number): ManageableDefaultGroup =>
  manageableDefaultGroup(tx.model, asAdministrator(actor), id);

const emits = ["default_stream_groups"];

const createGroup = endpoint({
  id: "create-default-stream-group",
  method: "POST",
  path: "/default_stream_groups/create",
  summary: "Creates a group of channels that newcomers may choose together.",
  idempotent: {},
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel_group.created"],
  params: { group_name: name, description, stream_names },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params }) {
    const texts = { name: params.group_name, description: params.description };
    return realm.write(actor, async (tx, present) => {
      await createDefaultGroup(tx, asAdministrator(present), texts, params.stream_names);
      return {};
    });
  },
});

const describeGroup = endpoint({
  id: "update-default-stream-group",
  method: "PATCH",
  path: "/default_stream_groups/{group_id}",
  summary: "Changes the name or the description of such a group.",
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel_group.changed"],
  params: { group_id, new_group_name: optional(name), new_description: optional(description) },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params: { group_id: id, new_group_name, new_description } }) {
    if (new_group_name === undefined && new_description === undefined) {
      throw badRequest('You must pass "new_description" or "new_group_name".');
    }
    await realm.write(actor, (tx, present) =>
      describeDefaultGroup(tx, groupOf(tx, present, id), { name: new_group_name, description: new_description }),
    );
    return {};
  },
});

const changeChannels = endpoint({
  id: "update-default-stream-group-streams",
  method: "PATCH",
  path: "/default_stream_groups/{group_id}/streams",
  summary: "Puts channels into such a group, or takes them out.",
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel_group.changed"],
  params: { group_id, op: word("What to do.", ["add", "remove"]), stream_names },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params }) {
    const change = params.op === "add" ? addToDefaultGroup : removeFromDefaultGroup;
    await realm.write(actor, (tx, present) =>
      change(tx, present, groupOf(tx, present, params.group_id), params.stream_names),
    );
    return {};
  },
});

const deleteGroup = endpoint({
  id: "delete-default-stream-group",
  method: "DELETE",
  path: "/default_stream_groups/{group_id}",
  summary: "Removes such a group. Its channels stay as they are.",
  auth: "administrator",
  scope: "channels:write",
  audits: ["default_channel_group.deleted"],
  params: { group_id },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => deleteDefaultGroup(tx, groupOf(tx, present, params.group_id)));
    return {};
  },
});

export const defaultEndpoints = [
  addDefault,
  removeDefault,
  createGroup,
  describeGroup,
  changeChannels,
  deleteGroup,
] as const;
