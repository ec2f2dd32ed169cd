import { Type } from "#platform/schema/type.ts";
import { stableList } from "#api/responses/stable-lists.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { presentGroups, UserGroupSchema } from "#domains/records/groups/present.ts";

/** Groups with many members are long, and most groups never change. */
const BLOCK = 8;

export const groupSections = [
  modelSection({
    scope: "groups:read",
    wants: ["realm_user_groups"],
    fields: { realm_user_groups: Type.Array(UserGroupSchema) },
    present: (model, { capabilities }) => ({
      realm_user_groups: stableList(presentGroups(model, capabilities.include_deactivated_groups), BLOCK),
    }),
  }),
];
