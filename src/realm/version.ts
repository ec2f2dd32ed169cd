/** What clients ask before they decide how to talk to us. Existing clients look for the same values under both names. */
export const VERSION = "11.0";
export const FEATURE_LEVEL = 417;

export const versionFields = {
  svc_version: VERSION,
  svc_merge_base: VERSION,
  svc_feature_level: FEATURE_LEVEL,
  zulip_version: VERSION,
  zulip_merge_base: VERSION,
  zulip_feature_level: FEATURE_LEVEL,
} as const;
