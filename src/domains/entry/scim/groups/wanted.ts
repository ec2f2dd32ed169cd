import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { GROUP, type Resource } from "../protocol/attributes.ts";
import type { Filter } from "../protocol/filter.ts";
import { matches } from "../protocol/matching.ts";
import type { Operation, PatchTarget } from "../protocol/operations.ts";
import { invalidValue, ScimError } from "../protocol/scim-error.ts";
import { givenIn, isObject, textFor } from "../protocol/values.ts";
import { knownMemberId, memberId } from "./access.ts";

/** What a directory wants of a group. Members are a set: a group may have thousands, and a patch as many operations. */
export interface WantedGroup {
  name: string;
  externalId: string | null;
  members: Set<number>;
}

const MAX_MEMBERS = 20_000;
/** A filter that asks for more than one ID is tried at every member. */
const MAX_FILTERS = 20;

/** Of a body of POST or PUT. What it does not name stays. */
export function wantedByBody(model: Model, body: Resource, before: WantedGroup): WantedGroup {
  const wanted = { ...before };
  for (const { path, value } of givenIn(GROUP, body)) assign(model, wanted, path.attribute.name, "replace", value);
  if (wanted.name.trim() === "") throw invalidValue("A group needs a displayName.");
  return wanted;
}

export function wantedByPatch(model: Model, operations: readonly Operation[], before: WantedGroup): WantedGroup {
  const wanted = { ...before, members: new Set(before.members) };
  let filters = 0;
  for (const { op, target, value } of operations) {
    if (target === "unknown") continue;
    if (target === undefined)
      for (const given of givenIn(GROUP, value as Resource))
        assign(model, wanted, given.path.attribute.name, op, given.value);
    else if (target.filter !== undefined) {
      if (idIn(target.filter) === undefined && (filters += 1) > MAX_FILTERS)
        throw new ScimError(400, `A patch has at most ${MAX_FILTERS} filters of this kind.`, "tooMany");
      changeMeant(model, wanted, op, target, target.filter);
    } else assign(model, wanted, target.path.attribute.name, op, value);
  }
  if (wanted.name.trim() === "") throw invalidValue("A group needs a displayName.");
  return wanted;
}

function assign(model: Model, wanted: WantedGroup, name: string, op: Operation["op"], value: unknown): void {
  if (name === "members") {
    changeMembers(model, wanted, op, value);
    return;
  }
  const text = op === "remove" || value === null || value === undefined ? undefined : textFor(name, value);
  if (name === "displayName") wanted.name = text ?? "";
  if (name === "externalId") wanted.externalId = text ?? null;
}

function changeMembers(model: Model, wanted: WantedGroup, op: Operation["op"], value: unknown): void {
  const values = valuesOf(value);
  if (op === "remove") {
    // Entra removes members by their values, without a filter: only without any value it is all of them.
    if (value === undefined || value === null) wanted.members = new Set();
    for (const gone of values) wanted.members.delete(knownMemberId(model, gone) ?? -1);
    return;
  }
  const ids = values.map((member) => memberId(model, member));
  if (op === "replace") wanted.members = new Set(ids);
  else for (const id of ids) wanted.members.add(id);
}

function valuesOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_MEMBERS) throw new ScimError(400, `A request has at most ${MAX_MEMBERS} members.`, "tooMany");
  return list.map((element: unknown) => {
    if (!isObject(element)) return element;
    return Object.entries(element).find(([name]) => name.toLowerCase() === "value")?.[1];
  });
}

/** `members[value eq "17"]` is not looked for in all members. */
function changeMeant(
  model: Model,
  wanted: WantedGroup,
  op: Operation["op"],
  { path }: PatchTarget,
  filter: Filter,
): void {
  if (path.part !== undefined) throw new ScimError(400, "Only whole members can be changed.", "mutability");
  const single = idIn(filter);
  if (op === "remove") {
    if (single !== undefined) wanted.members.delete(knownMemberId(model, single) ?? -1);
    else
      wanted.members = new Set(
        [...wanted.members].filter(
          (id) => !matches(filter, { value: String(id), display: userRecord(model, id)?.fullName, type: "User" }),
        ),
      );
    return;
  }
  if (single === undefined) throw new ScimError(400, "Nothing meets the filter of the path.", "noTarget");
  wanted.members.add(memberId(model, single));
}

function idIn(filter: Filter): string | undefined {
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.path.attribute.name !== "value") return undefined;
  return typeof filter.value === "string" ? filter.value : undefined;
}
