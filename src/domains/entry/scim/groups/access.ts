import type { Model } from "#engine/model/model.ts";
import type { UserGroup } from "#engine/model/records.ts";
import { groupForDirectories } from "#domains/records/groups/access.ts";
import { invalidValue, notFound } from "../protocol/scim-error.ts";
import { isPerson } from "../users/access.ts";

declare const provisioned: unique symbol;
/** A group that directories may see and change. */
export type ProvisionedGroup = UserGroup & { readonly [provisioned]: true };

const ID = /^[1-9]\d{0,14}$/;

export function provisionedGroup(model: Model, id: string): ProvisionedGroup {
  const group = ID.test(id) ? groupForDirectories(model, Number(id)) : undefined;
  if (group === undefined) throw notFound("group");
  return group as UserGroup as ProvisionedGroup;
}

/** The user with the ID that a directory has written. */
export function memberId(model: Model, value: unknown): number {
  const id = knownMemberId(model, value);
  if (id === undefined) throw invalidValue(`There is no user ${String(value).slice(0, 100)}.`);
  return id;
}

export function knownMemberId(model: Model, value: unknown): number | undefined {
  const text = String(value);
  return ID.test(text) && isPerson(model.users.get(Number(text))) ? Number(text) : undefined;
}
