import { setImmediate } from "node:timers/promises";
import { Type } from "#platform/schema/type.ts";
import { Id, json, optional } from "#api/parameters/params.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { activeSelf, type ActiveUser, activeUser, activeUserByEmail } from "#domains/records/users/access.ts";

const MAX_PRINCIPALS = 100_000;

export const principalsParam = (about: string) =>
  optional(
    json(
      about,
      Type.Union([
        Type.Array(Id(), { maxItems: MAX_PRINCIPALS }),
        Type.Array(Type.String({ maxLength: 254 }), { maxItems: MAX_PRINCIPALS }),
      ]),
    ),
  );

type Principals = readonly (string | number)[] | undefined;

/** Whether a request names users other than the caller; the caller's own email counts as another user. */
export const namesOthers = (actor: User, principals: Principals): boolean =>
  (principals ?? []).some((principal) => principal !== actor.id);

/** Looking so many users up takes a few milliseconds. Then other requests get their turn. */
const AT_ONCE = 5000;

/** The users of a request, each once; the caller if it names none. */
export async function principalsOf(model: Model, actor: User, principals: Principals): Promise<ActiveUser[]> {
  if (!namesOthers(actor, principals)) return [activeSelf(actor)];
  const users = new Map<number, ActiveUser>();
  for (const [index, principal] of (principals ?? []).entries()) {
    if (index > 0 && index % AT_ONCE === 0) await setImmediate();
    const user =
      typeof principal === "number" ? activeUser(model, actor, principal) : activeUserByEmail(model, actor, principal);
    users.set(user.id, user);
  }
  return [...users.values()];
}
