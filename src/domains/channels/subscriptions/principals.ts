import { Type } from "typebox";
import { Id, json, optional } from "../../../api/parameters/params.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { activeSelf, type ActiveUser, activeUser, activeUserByEmail } from "../../people/users/access.ts";

const MOST_PRINCIPALS = 100_000;

export const principalsParam = (about: string) =>
  optional(
    json(
      about,
      Type.Union([
        Type.Array(Id(), { maxItems: MOST_PRINCIPALS }),
        Type.Array(Type.String({ maxLength: 254 }), { maxItems: MOST_PRINCIPALS }),
      ]),
    ),
  );

type Principals = readonly (string | number)[] | undefined;

/** Whether a request names users other than the caller; the caller's own email counts as another user. */
export const namesOthers = (actor: User, principals: Principals): boolean =>
  (principals ?? []).some((principal) => principal !== actor.id);

/** The users of a request, each once; the caller if it names none. */
export function principalsOf(model: Model, actor: User, principals: Principals): ActiveUser[] {
  if (!namesOthers(actor, principals)) return [activeSelf(actor)];
  const users = (principals ?? []).map((principal) =>
    typeof principal === "number" ? activeUser(model, actor, principal) : activeUserByEmail(model, actor, principal),
  );
  return [...new Map(users.map((user) => [user.id, user])).values()];
}
