import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import { allStatuses } from "#domains/records/users/status/user-status.ts";
import { presentStatus, StatusSchema } from "#domains/records/users/status/present.ts";

export const statusSections = [
  section({
    scope: "users:read",
    wants: ["user_status"],
    fields: { user_status: Type.Record(Type.String(), StatusSchema) },
    read: (sql, { realm }) => allStatuses(sql, realm.id),
    present: (model, { user: viewer }, statuses) => {
      const shown = statuses.flatMap((status) => {
        const user = userRecord(model, status.userId);
        if (user === undefined || !mayKnowUser(model, viewer, user)) return [];
        const presented = presentStatus(user, status);
        return Object.keys(presented).length === 0 ? [] : [[String(user.id), presented] as const];
      });
      return { user_status: Object.fromEntries(shown) };
    },
  }),
];
