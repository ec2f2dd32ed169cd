import { Type } from "typebox";
import { Id, json, optional } from "../../../api/parameters/params.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { activeUser, activeUserByEmail } from "../../people/users/access.ts";

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

/** The caller alone, unless somebody else is named, be it the caller by their email. */
export const namesOthers = (actor: User, principals: Principals): boolean =>
  (principals ?? []).some((principal) => principal !== actor.id);

/** Whom a request is about, each once. */
export function principalsOf(model: Model, actor: User, principals: Principals): User[] {
  if (!namesOthers(actor, principals)) return [actor];
  const users = (principals ?? []).map((principal) =>
    typeof principal === "number" ? activeUser(model, actor, principal) : activeUserByEmail(model, actor, principal),
  );
  return [...new Map(users.map((user) => [user.id, user])).values()];
}
