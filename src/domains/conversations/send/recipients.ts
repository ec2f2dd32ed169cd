import { Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import type { Param } from "#api/parameters/params.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { activeUser, activeUserByEmail } from "#domains/records/users/access.ts";
import { systemBot, systemBotByEmail } from "#domains/records/users/bots/system-bots.ts";

/** `to` from the request: parsed if it is JSON, else text. Its meaning depends on the message's type. */
export type To = string | number | readonly (string | number)[];

const MAX_LENGTH = 100_000;
const MAX_RECIPIENTS = 1000;

/** Channel names rarely look like this. For the others the parser would throw, which takes 70 times as long as this test. */
const LOOKS_LIKE_JSON = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/;

export const toParam: Param<To> = {
  about: "A channel's ID or name; or a list of user IDs or API emails.",
  schema: Type.Union([
    Type.String(),
    Type.Integer(),
    Type.Array(Type.String(), { maxItems: MAX_RECIPIENTS }),
    Type.Array(Type.Integer(), { maxItems: MAX_RECIPIENTS }),
  ]),
  isJson: true,
  required: true,
  decode(name, raw) {
    if (raw.length > MAX_LENGTH) throw badRequest(`${name} is too long`);
    if (!LOOKS_LIKE_JSON.test(raw)) return raw;
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch {
      return raw;
    }
    if (typeof value === "string" || Number.isSafeInteger(value)) return value as To;
    const isList =
      Array.isArray(value) && value.every((item) => typeof item === "string" || Number.isSafeInteger(item));
    if (!isList) throw badRequest("Invalid data type for recipients");
    return value as To;
  },
};

/** The channel that a bot sends to by default, if one is set. */
export const ownChannel = (model: Model, sender: User): number | undefined =>
  model.bots.get(sender.id)?.defaultSendingStream ?? undefined;

/** The channel of `to`, by ID or by name. */
export function namedChannel(to: To): number | string {
  const [only, ...others] = typeof to === "object" ? to : [to];
  if (only === undefined || others.length > 0) throw badRequest("Expected exactly one channel");
  return typeof only === "string" ? only.trim() : only;
}

/** The users of `to`; the sender may be among them. */
export function namedUsers(model: Model, sender: User, to: To): User[] {
  if (typeof to === "number") throw badRequest("Invalid data type for recipients");
  const names =
    typeof to === "string"
      ? to
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "")
      : to;
  if (names.length === 0) throw badRequest("Message must have recipients");
  if (names.length > MAX_RECIPIENTS) throw badRequest("Too many recipients");
  if (new Set(names.map((name) => typeof name)).size > 1)
    throw badRequest("Recipient lists may contain emails or user IDs, but not both.");
  return names.map((name) =>
    typeof name === "number"
      ? (systemBot(model, name) ?? numberedUser(model, sender, name))
      : (systemBotByEmail(model, name) ?? activeUserByEmail(model, sender, name)),
  );
}

/** The refusal of a list of users names the one that does not exist. */
function numberedUser(model: Model, sender: User, id: number): User {
  const user = userRecord(model, id);
  if (user === undefined || !mayKnowUser(model, sender, user)) throw badRequest(`Invalid user ID ${id}`);
  return activeUser(model, sender, id);
}
