import { Type } from "#platform/schema/type.ts";

/** Clients decide by these how to talk to the server. Existing clients look for the same values under both names. */
export const VERSION = "11.0";
export const FEATURE_LEVEL = 421;

export const VersionSchema = {
  svc_version: Type.String(),
  svc_merge_base: Type.String(),
  svc_feature_level: Type.Integer(),
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
};

export const versionFields = {
  svc_version: VERSION,
  svc_merge_base: VERSION,
  svc_feature_level: FEATURE_LEVEL,
  zulip_version: VERSION,
  zulip_merge_base: VERSION,
  zulip_feature_level: FEATURE_LEVEL,
} as const;
