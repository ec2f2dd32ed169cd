import { ApiError, badRequest } from "../../../platform/errors.ts";
import { isAdministrator } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { Linkifier, Playground, User } from "../../../engine/model/records.ts";

/** The endpoint's gate has asked already; the writer asks again, because the role may have changed since then. */
export function checkMayDefine(actor: User): void {
  if (!isAdministrator(actor)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

export function knownLinkifier(model: Model, id: number): Linkifier {
  const linkifier = model.linkifiers.find((one) => one.id === id);
  if (linkifier === undefined) throw badRequest("Linkifier not found.");
  return linkifier;
}

export function knownPlayground(model: Model, id: number): Playground {
  const playground = model.playgrounds.find((one) => one.id === id);
  if (playground === undefined) throw badRequest("Invalid playground");
  return playground;
}
