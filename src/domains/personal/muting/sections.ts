import { section } from "#engine/runtime/snapshot.ts";
import { MutedUsersSchema } from "./events.ts";
import { mutedUsers } from "./queries.ts";

export const mutingSections = [
  section({
    wants: ["muted_users"],
    fields: { muted_users: MutedUsersSchema },
    read: (sql, { realm, user }) => mutedUsers(sql, realm.id, user.id),
    present: (_model, _options, muted) => ({ muted_users: muted }),
  }),
];
