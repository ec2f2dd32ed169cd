import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { THUMBNAIL_FORMATS } from "./pictures/picture.ts";

export const uploadSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm"],
    fields: {
      max_file_upload_size_mib: Type.Integer(),
      realm_upload_quota_mib: Type.Union([Type.Integer(), Type.Null()]),
      server_thumbnail_formats: Type.Array(
        Type.Object({
          name: Type.String(),
          max_width: Type.Integer(),
          max_height: Type.Integer(),
          format: Type.String(),
          animated: Type.Boolean(),
        }),
      ),
    },
    present: (_model, { site: { config } }) => ({
      max_file_upload_size_mib: config.maxFileMib,
      realm_upload_quota_mib: config.uploadQuotaMib ?? null,
      server_thumbnail_formats: THUMBNAIL_FORMATS,
    }),
  }),
];
