import type { PageRoute } from "#api/pages/page.ts";
import { mailedUrl } from "#domains/people/lifecycle/welcome-mail.ts";
import { listResponse, pageAskedFor } from "../listing.ts";
import { USER, type Resource } from "../protocol/attributes.ts";
import { parseFilter } from "../protocol/filter.ts";
import { operationsOf } from "../protocol/operations.ts";
import { patched } from "../protocol/patch.ts";
import { isAttributeWanted, projected, projectionOf } from "../protocol/projection.ts";
import { resourceFrom } from "../protocol/values.ts";
import type { ScimAnswer, ScimRequest, ScimRoutes } from "../request.ts";
import { provisionedUser } from "./access.ts";
import {
  changeProvisionedUser,
  createProvisionedUser,
  deactivateNewcomer,
  deactivateProvisioned,
  rowOf,
  USER_ACTIONS,
} from "./actions.ts";
import { findUsers, presentedUser } from "./find.ts";
import { presentScimUser } from "./present.ts";
import { wantedChange, wantedNewcomer } from "./wanted.ts";

type UserRequest = ScimRequest<(typeof USER_ACTIONS)[number]>;

const CREATES = ["user.created", "user.deactivated"] as const;

export const userRoutes = (route: ScimRoutes): PageRoute[] => [
  route("GET", "/Users", [], list),
  route("POST", "/Users", CREATES, create),
  route("GET", "/Users/{id}", [], read),
  route("PUT", "/Users/{id}", CHANGES, put),
  route("PATCH", "/Users/{id}", CHANGES, patch),
  route("DELETE", "/Users/{id}", CHANGES, remove),
];

const CHANGES = USER_ACTIONS.filter((action) => action !== "user.created");

async function list({ realm, url, query }: ScimRequest): Promise<ScimAnswer> {
  const page = pageAskedFor({ query });
  const text = query("filter");
  const filter = text === undefined ? undefined : parseFilter(USER, text);
  const projection = projectionOf(USER, query);
  const { total, users } = await findUsers(realm, url, filter, page, isAttributeWanted(projection, "groups"));
  return listResponse(
    total,
    page.startIndex,
    users.map((user) => projected(USER, projection, user)),
  );
}

async function answerWith({ realm, url, query }: ScimRequest, id: number, status: number): Promise<ScimAnswer> {
  const projection = projectionOf(USER, query);
  const user = await presentedUser(realm, url, id, isAttributeWanted(projection, "groups"));
  return { status, body: projected(USER, projection, user) };
}

const read = (request: ScimRequest): Promise<ScimAnswer> =>
  answerWith(request, provisionedUser(request.realm.model, request.id).id, 200);

async function create(request: ScimRequest<(typeof CREATES)[number]>): Promise<ScimAnswer> {
  const { site, realm, write } = request;
  const wanted = wantedNewcomer(resourceFrom(USER, request.body()));
  const { id } = await write((tx) => createProvisionedUser(tx, wanted, mailedUrl(site, realm)));
  // An account can be deactivated only once the model has it.
  if (wanted.isActive === false) await write((tx) => deactivateNewcomer(tx, provisionedUser(tx.model, String(id))));
  return answerWith(request, id, 201);
}

const put = (request: UserRequest): Promise<ScimAnswer> => {
  const given = resourceFrom(USER, request.body());
  return change(request, (before) => ({ ...before, ...given }), given["displayName"] !== undefined);
};

const patch = (request: UserRequest): Promise<ScimAnswer> => {
  const operations = operationsOf(USER, request.body());
  return change(request, (before) => patched(USER, before, operations));
};

/** One action: it reads what there is, works out what is wanted, and changes all of that or nothing. */
async function change(
  request: UserRequest,
  after: (before: Resource) => Resource,
  hasDisplayName = false,
): Promise<ScimAnswer> {
  const { url, id, write } = request;
  provisionedUser(request.realm.model, id);
  const changed = await write(async (tx) => {
    const target = provisionedUser(tx.model, id);
    const row = await rowOf(tx, target.id);
    const before = presentScimUser(tx.model, target, row, url, false);
    const told = { ...row?.told, ...(hasDisplayName && { hasDisplayName }) };
    const wanted = wantedChange(before, after(before), told);
    await changeProvisionedUser(tx, target, row, wanted);
    return target.id;
  });
  return answerWith(request, changed, 200);
}

async function remove({ realm, id, write }: UserRequest): Promise<ScimAnswer> {
  provisionedUser(realm.model, id);
  await write((tx) => deactivateProvisioned(tx, provisionedUser(tx.model, id)));
  return { status: 204 };
}
