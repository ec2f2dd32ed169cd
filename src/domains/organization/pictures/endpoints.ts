import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import type { UploadedFile } from "#api/parameters/fields.ts";
import { boolean, withDefault } from "#api/parameters/params.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { badRequest } from "#platform/errors.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { type PictureKind, pictureUrl } from "#domains/records/organization/icon.ts";
import { clearPicture, setPicture } from "./actions.ts";
import { drawnPicture } from "./picture.ts";

const FILE = "The picture: PNG, JPEG, GIF or WebP, at most 5 MiB.";
const errors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;
const emits = ["realm/update_dict"];
const night = withDefault(boolean("Whether it is the logo for dark screens."), false);
const logoKind = (params: { readonly night: boolean }): PictureKind => (params.night ? "night_logo" : "logo");

type SettingsRealm = RealmRuntime<"realm.setting_changed">;

async function upload(realm: SettingsRealm, actor: User, kind: PictureKind, files: readonly UploadedFile[]) {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw badRequest("You must upload exactly one picture.");
  const picture = await drawnPicture(kind, file.data);
  await realm.write(actor, (tx, present) => setPicture(tx, asAdministrator(present), kind, picture));
}

const clear = (realm: SettingsRealm, actor: User, kind: PictureKind): Promise<void> =>
  realm.write(actor, (tx, present) => clearPicture(tx, asAdministrator(present), kind));

export const postIcon = endpoint({
  id: "upload-realm-icon",
  method: "POST",
  path: "/realm/icon",
  summary: "Uploads the organization's icon.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: {},
  file: FILE,
  result: { icon_url: Type.String() },
  errors: [...errors, "BAD_IMAGE"],
  emits,
  async run({ realm, actor, files }) {
    await upload(realm, actor, "icon", files);
    return { icon_url: pictureUrl(realm.model, "icon") };
  },
});

export const deleteIcon = endpoint({
  id: "delete-realm-icon",
  method: "DELETE",
  path: "/realm/icon",
  summary: "Goes back to the icon that the avatar provider has.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: {},
  result: { icon_url: Type.String() },
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  emits,
  async run({ realm, actor }) {
    await clear(realm, actor, "icon");
    return { icon_url: pictureUrl(realm.model, "icon") };
  },
});

export const postLogo = endpoint({
  id: "upload-realm-logo",
  method: "POST",
  path: "/realm/logo",
  summary: "Uploads a logo of the organization.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: { night },
  file: FILE,
  result: {},
  errors: [...errors, "BAD_IMAGE"],
  emits,
  async run({ realm, actor, params, files }) {
    await upload(realm, actor, logoKind(params), files);
    return {};
  },
});

export const deleteLogo = endpoint({
  id: "delete-realm-logo",
  method: "DELETE",
  path: "/realm/logo",
  summary: "Goes back to no logo of the organization's own.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: { night },
  result: {},
  errors,
  emits,
  async run({ realm, actor, params }) {
    await clear(realm, actor, logoKind(params));
    return {};
  },
});

export const pictureEndpoints = [postIcon, deleteIcon, postLogo, deleteLogo] as const;
