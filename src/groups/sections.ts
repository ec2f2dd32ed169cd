import { Type } from "typebox";
import { modelSection } from "../live/snapshot.ts";
import { presentGroup, UserGroupSchema } from "./present.ts";

export const groupSections = [
  modelSection({
    wants: ["realm_user_groups"],
    fields: { realm_user_groups: Type.Array(UserGroupSchema) },
    present: (model, { capabilities }) => ({
      realm_user_groups: [...model.groups.values()]
        .filter(({ deactivated }) => !deactivated || capabilities.include_deactivated_groups)
        .sort((a, b) => a.id - b.id)
        .map((group) => presentGroup(model, group)),
    }),
  }),
];
