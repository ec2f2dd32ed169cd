import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, json, oneOf, optional, withDefault } from "#api/parameters/params.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { deletableExport, listedExports } from "./access.ts";
import { deleteExport, startExport } from "./actions.ts";
import { removeUselessChunks } from "./cleanup.ts";
import { EXPORT_TYPES } from "./kinds.ts";
import { ExportSchema, presentExport } from "./present.ts";

const errors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;
const emits = ["realm_export"];

export const getExports = endpoint({
  id: "get-realm-exports",
  method: "GET",
  path: "/export/realm",
  summary: "The exports of the organization, the newest first.",
  auth: "administrator",
  scope: "full",
  params: {
    client_capabilities: optional(
      json("What the client understands.", Type.Object({ export_progress: Type.Optional(Type.Boolean()) })),
    ),
  },
  result: { exports: Type.Array(ExportSchema) },
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  async run({ realm, actor, params, url }) {
    const exports = await listedExports(realm, actor);
    const withProgress = params.client_capabilities?.export_progress === true;
    return { exports: exports.map((item) => presentExport(item, url(), withProgress)) };
  },
});

export const postExport = endpoint({
  id: "export-realm",
  method: "POST",
  path: "/export/realm",
  summary: "Starts an export of the organization. An event tells when it is done.",
  auth: "administrator",
  scope: "full",
  audits: ["export.requested"],
  params: {
    export_type: withDefault(
      oneOf("What it holds: 1 what is public, 2 also the private data of those who agreed.", EXPORT_TYPES),
      1,
    ),
  },
  result: { id: Type.Integer() },
  errors,
  emits,
  async run({ realm, actor, params }) {
    const id = await realm.write(actor, (tx, present) =>
      startExport(tx, asAdministrator(present), params.export_type, realm.url),
    );
    return { id };
  },
});

export const deleteExportEndpoint = endpoint({
  id: "delete-realm-export",
  method: "DELETE",
  path: "/export/realm/{export_id}",
  summary: "Removes an export; one that is still being made is cancelled.",
  auth: "administrator",
  scope: "full",
  audits: ["export.deleted"],
  params: { export_id: integer("The export.", { min: 0 }) },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params }) {
    await realm.write(actor, async (tx, present) => {
      const deletable = await deletableExport(tx.sql, tx.realmId, asAdministrator(present), params.export_id);
      await deleteExport(tx, deletable, realm.url);
    });
    await removeUselessChunks(realm);
    return {};
  },
});

export const getConsents = endpoint({
  id: "get-realm-export-consents",
  method: "GET",
  path: "/export/realm/consents",
  summary: "Who agrees to have their private data in exports.",
  since: 295,
  auth: "administrator",
  scope: "full",
  params: {},
  result: { export_consents: Type.Array(Type.Object({ user_id: Type.Integer(), consented: Type.Boolean() })) },
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  run({ realm }) {
    const people = realm.model.users.values().filter((user) => user.isActive && user.botType === null);
    const consents = people.map((user) => ({
      user_id: user.id,
      consented: userSetting(user, "allow_private_data_export"),
    }));
    return { export_consents: consents.toArray() };
  },
});

export const exportEndpoints = [getExports, postExport, deleteExportEndpoint, getConsents] as const;
