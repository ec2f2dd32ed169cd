/** The root of all SCIM requests, on the organization's own host. */
export const SCIM_PATH = "/scim/v2";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const LIST_RESPONSE = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const ERROR_RESPONSE = "urn:ietf:params:scim:api:messages:2.0:Error";
export const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
