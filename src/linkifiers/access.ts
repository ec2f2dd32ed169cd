import { ApiError, badRequest } from "../api/errors.ts";
import { isAdministrator } from "../model/membership.ts";
import type { Model } from "../model/model.ts";
import type { Linkifier, Playground, User } from "../model/records.ts";

/** The endpoint's gate has asked already; inside the writer the answer is exact. */
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
