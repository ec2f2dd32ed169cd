import type { Tx } from "#engine/writer/tx.ts";
import type { Audience } from "#engine/log/entry.ts";
import { membersAdded, membersRemoved } from "#domains/records/groups/events.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import { ROLES, type User } from "#engine/model/records.ts";

const GROUP_OF_ROLE: Readonly<Record<number, string>> = {
  [ROLES.owner]: "role:owners",
  [ROLES.administrator]: "role:administrators",
  [ROLES.moderator]: "role:moderators",
  [ROLES.member]: "role:members",
  [ROLES.guest]: "role:everyone",
};

/** The built-in groups of which a user is a direct member. */
function builtInGroups(user: User): string[] {
  const isFull = user.role === ROLES.member && !user.isProvisional;
  return [GROUP_OF_ROLE[user.role] as string, ...(isFull ? ["role:fullmembers"] : [])];
}

const EVERYONE: Audience = { to: "everyone" };

/** Emits how an account moves between built-in groups; a new account comes from none, a removed one goes to none. */
export function emitRoleGroups(tx: Tx, before: User | undefined, after: User | undefined, audience = EVERYONE): void {
  const groups = (user: User | undefined) => (user === undefined ? [] : builtInGroups(user));
  const [old, young] = [groups(before), groups(after)];
  const userId = (after ?? before)?.id;
  if (userId === undefined) return;
  const emit = (kind: typeof membersAdded | typeof membersRemoved, names: readonly string[]) => {
    for (const name of names) {
      tx.emit(kind, { group_id: systemGroupId(tx.model, name), user_ids: [userId] }, audience);
    }
  };
  emit(
    membersRemoved,
    old.filter((name) => !young.includes(name)),
  );
  emit(
    membersAdded,
    young.filter((name) => !old.includes(name)),
  );
}
