import type { PageRoute } from "#api/pages/page.ts";
import { groupRecord } from "#engine/model/lookup/record-lookup.ts";
import { groupForDirectories } from "#domains/records/groups/access.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { listResponse, pageAskedFor } from "../listing.ts";
import { GROUP, type Resource } from "../protocol/attributes.ts";
import { type Filter, parseFilter } from "../protocol/filter.ts";
import { asksFor, matches, wantedBy } from "../protocol/matching.ts";
import { operationsOf } from "../protocol/operations.ts";
import { isAttributeWanted, projected, projectionOf } from "../protocol/projection.ts";
import type { ScimAnswer, ScimRequest, ScimRoutes } from "../request.ts";
import { provisionedGroup } from "./access.ts";
import {
  changeProvisionedGroup,
  createProvisionedGroup,
  deleteProvisionedGroup,
  GROUP_ACTIONS,
  groupRowOf,
} from "./actions.ts";
import { peopleIn, presentScimGroup } from "./present.ts";
import { readScimGroups } from "./queries.ts";
import { wantedByBody, wantedByPatch, type WantedGroup } from "./wanted.ts";

type GroupRequest = ScimRequest<(typeof GROUP_ACTIONS)[number]>;

const CREATES = ["group.created", "group.changed", "group.members_changed"] as const;
const CHANGES = GROUP_ACTIONS.filter((action) => action !== "group.created");

export const groupRoutes = (route: ScimRoutes): PageRoute[] => [
  route("GET", "/Groups", [], list),
  route("POST", "/Groups", CREATES, create),
  route("GET", "/Groups/{id}", [], read),
  route("PUT", "/Groups/{id}", CHANGES, put),
  route("PATCH", "/Groups/{id}", CHANGES, patch),
  route("DELETE", "/Groups/{id}", CHANGES, remove),
];

/** Of all groups of an answer: a page ends before it has more, and a directory asks for the next one. */
const MAX_LISTED_MEMBERS = 10_000;

async function list({ realm, url, query }: ScimRequest): Promise<ScimAnswer> {
  const page = pageAskedFor({ query });
  const text = query("filter");
  const filter = text === undefined ? undefined : parseFilter(GROUP, text);
  const projection = projectionOf(GROUP, query);
  const withMembers = isAttributeWanted(projection, "members");
  const found = await findGroups(realm, url, filter);
  const groups: Resource[] = [];
  let members = 0;
  for (const { id } of found.slice(page.startIndex - 1, page.startIndex - 1 + page.count)) {
    if (withMembers) members += groupRecord(realm.model, id)?.members.length ?? 0;
    if (members > MAX_LISTED_MEMBERS && groups.length > 0) break;
    groups.push(await presented(realm, url, id, withMembers));
  }
  return listResponse(
    found.length,
    page.startIndex,
    groups.map((group) => projected(GROUP, projection, group)),
  );
}

/** How many groups are judged before others are served. With their members they are large. */
const [AT_ONCE, AT_ONCE_WITH_MEMBERS] = [200, 1];

/** The groups that meet a filter, by ID. Where one name or ID is asked for, only that group is looked at. */
async function findGroups(realm: RealmRuntime, url: string, filter: Filter | undefined) {
  const all = [...realm.model.groups.values()].filter(({ id }) => groupForDirectories(realm.model, id) !== undefined);
  const groups = all.sort((a, b) => a.id - b.id);
  if (filter === undefined) return groups;
  const wanted = wantedBy(filter, ["displayName", "id"]);
  const isPossible = ({ id, name }: { readonly id: number; readonly name: string }) =>
    wanted === undefined ||
    (wanted.name === "id" ? String(id) === wanted.value : name.toLowerCase() === wanted.value.toLowerCase());
  const possible = groups.filter(isPossible);
  const found: typeof groups = [];
  const withMembers = asksFor(filter, "members");
  const atOnce = withMembers ? AT_ONCE_WITH_MEMBERS : AT_ONCE;
  for (let at = 0; at < possible.length; at += atOnce) {
    const some = possible.slice(at, at + atOnce);
    const rows = await rowsOf(
      realm,
      some.map(({ id }) => id),
    );
    for (const group of some)
      if (matches(filter, presentScimGroup(realm.model, group, rows.get(group.id), url, withMembers)))
        found.push(group);
  }
  return found;
}

const rowsOf = async (realm: RealmRuntime, ids: readonly number[]) =>
  new Map((await readScimGroups(readPool(realm), realm.id, ids)).map((row) => [row.groupId, row]));

async function presented(realm: RealmRuntime, url: string, id: number, withMembers: boolean): Promise<Resource> {
  const rows = await rowsOf(realm, [id]);
  const group = provisionedGroup(realm.model, String(id));
  return presentScimGroup(realm.model, group, rows.get(id), url, withMembers);
}

async function answerWith({ realm, url, query }: ScimRequest, id: number, status: number): Promise<ScimAnswer> {
  const projection = projectionOf(GROUP, query);
  const group = await presented(realm, url, id, isAttributeWanted(projection, "members"));
  return { status, body: projected(GROUP, projection, group) };
}

const read = (request: ScimRequest): Promise<ScimAnswer> =>
  answerWith(request, provisionedGroup(request.realm.model, request.id).id, 200);

async function create(request: ScimRequest<(typeof CREATES)[number]>): Promise<ScimAnswer> {
  const body = request.body();
  const nothing: WantedGroup = { name: "", externalId: null, members: new Set() };
  const id = await request.write((tx) => createProvisionedGroup(tx, wantedByBody(tx.model, body, nothing)));
  return answerWith(request, id, 201);
}

async function put(request: GroupRequest): Promise<ScimAnswer> {
  const body = request.body();
  const id = await change(request, (model, before) => wantedByBody(model, body, before));
  return answerWith(request, id, 200);
}

/** Without a body: Entra expects none, and Okta needs none. */
async function patch(request: GroupRequest): Promise<ScimAnswer> {
  const operations = operationsOf(GROUP, request.body());
  await change(request, (model, before) => wantedByPatch(model, operations, before));
  return { status: 204 };
}

function change(
  { realm, id, write }: GroupRequest,
  wantedOf: (model: RealmRuntime["model"], before: WantedGroup) => WantedGroup,
): Promise<number> {
  provisionedGroup(realm.model, id);
  return write(async (tx) => {
    const group = provisionedGroup(tx.model, id);
    const row = await groupRowOf(tx, group.id);
    const members = new Set(peopleIn(tx.model, group));
    const before = { name: group.name, externalId: row?.externalId ?? null, members };
    await changeProvisionedGroup(tx, group, wantedOf(tx.model, before));
    return group.id;
  });
}

async function remove({ realm, id, write }: GroupRequest): Promise<ScimAnswer> {
  provisionedGroup(realm.model, id);
  await write((tx) => deleteProvisionedGroup(tx, provisionedGroup(tx.model, id)));
  return { status: 204 };
}
