import { Type } from "typebox";
import { modelSection } from "../../engine/runtime/snapshot.ts";
import { presentGroups, UserGroupSchema } from "./present.ts";

export const groupSections = [
  modelSection({
    wants: ["realm_user_groups"],
    fields: { realm_user_groups: Type.Array(UserGroupSchema) },
    present: (model, { capabilities }) => ({
      realm_user_groups: presentGroups(model, capabilities.include_deactivated_groups),
    }),
  }),
];
