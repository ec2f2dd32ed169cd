import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { Id, integer, json, optional, text } from "#api/parameters/params.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { changeableLinkifier, removablePlayground } from "./access.ts";
import {
  addLinkifier,
  changeLinkifier,
  MAX_LINKIFIERS,
  orderLinkifiers,
  removeLinkifier,
  addPlayground,
  removePlayground,
} from "./actions.ts";
import { LinkifierSchema } from "./present.ts";
import { trial } from "./trial.ts";

const MAX_PATTERN_LENGTH = 1000;
const MAX_TEMPLATE_LENGTH = 2000;

const filterId = integer("The linkifier's ID.", { min: 0 });
const linkifierParams = {
  pattern: text("A regular expression as RE2 knows it, with a named group for each variable of the template.", {
    max: MAX_PATTERN_LENGTH,
    trim: true,
  }),
  url_template: text("Where its matches lead, as an RFC 6570 template.", { max: MAX_TEMPLATE_LENGTH, trim: true }),
};
const errors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;

const getLinkifiers = endpoint({
  id: "get-linkifiers",
  method: "GET",
  path: "/realm/linkifiers",
  summary: "The organization's linkifiers, in the order in which they are tried.",
  since: 54,
  auth: "user",
  scope: "organization:read",
  params: {},
  result: { linkifiers: Type.Array(LinkifierSchema) },
  errors: [],
  run: ({ realm }) => ({ linkifiers: [...realm.model.linkifiers] }),
});

const patchLinkifiers = endpoint({
  id: "reorder-linkifiers",
  method: "PATCH",
  path: "/realm/linkifiers",
  summary: "Puts the linkifiers into another order.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["linkifier.reordered"],
  params: {
    ordered_linkifier_ids: json("The IDs of all linkifiers.", Type.Array(Id(), { maxItems: MAX_LINKIFIERS })),
  },
  result: {},
  errors,
  emits: ["realm_linkifiers"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) =>
      orderLinkifiers(tx, asAdministrator(present), params.ordered_linkifier_ids),
    );
    return {};
  },
});

const tryLinkifier = endpoint({
  id: "try-linkifier",
  method: "GET",
  path: "/realm/linkifiers/trial",
  summary: "What a linkifier would make of a text. Nothing is stored.",
  auth: "administrator",
  scope: "organization:read",
  params: {
    ...linkifierParams,
    text: text("A text as somebody might write it.", { max: 1000 }),
    filter_id: optional(integer("The linkifier that it is to replace.", { min: 0 })),
  },
  result: {
    matches: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer(), url: Type.String() })),
  },
  errors,
  run: ({ realm, params: { filter_id: id = -1, text: sample, ...rest } }) => ({
    matches: trial(realm.model, { id, ...rest }, sample),
  }),
});

const postLinkifier = endpoint({
  id: "add-linkifier",
  method: "POST",
  path: "/realm/filters",
  summary: "Adds a linkifier: text of a pattern becomes a link in new messages and topics.",
  idempotent: {},
  auth: "administrator",
  scope: "organization:write",
  audits: ["linkifier.created"],
  params: linkifierParams,
  result: { id: Type.Integer() },
  errors,
  emits: ["realm_linkifiers"],
  async run({ realm, actor, params }) {
    return realm.write(actor, async (tx, present) => ({
      id: await addLinkifier(tx, asAdministrator(present), params),
    }));
  },
});

const patchLinkifier = endpoint({
  id: "update-linkifier",
  method: "PATCH",
  path: "/realm/filters/{filter_id}",
  summary: "Changes a linkifier. Messages that were sent stay as they are.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["linkifier.changed"],
  params: { filter_id: filterId, ...linkifierParams },
  result: {},
  errors,
  emits: ["realm_linkifiers"],
  async run({ realm, actor, params }) {
    const { filter_id: id, ...rest } = params;
    await realm.write(actor, (tx, present) =>
      changeLinkifier(tx, changeableLinkifier(tx.model, asAdministrator(present), id), rest),
    );
    return {};
  },
});

const deleteLinkifier = endpoint({
  id: "remove-linkifier",
  method: "DELETE",
  path: "/realm/filters/{filter_id}",
  summary: "Removes a linkifier.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["linkifier.deleted"],
  params: { filter_id: filterId },
  result: {},
  errors,
  emits: ["realm_linkifiers"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) =>
      removeLinkifier(tx, changeableLinkifier(tx.model, asAdministrator(present), params.filter_id)),
    );
    return {};
  },
});

const postPlayground = endpoint({
  id: "add-code-playground",
  method: "POST",
  path: "/realm/playgrounds",
  summary: "Adds a place where clients let people try code of a language.",
  idempotent: {},
  auth: "administrator",
  scope: "organization:write",
  audits: ["playground.created"],
  params: {
    name: text("What it is called.", { max: 100, trim: true }),
    pygments_language: text("The language, as code blocks name it.", { max: 40, trim: true }),
    url_template: text("Its address, as an RFC 6570 template of the variable `code`.", {
      max: MAX_TEMPLATE_LENGTH,
      trim: true,
    }),
  },
  result: { id: Type.Integer() },
  errors,
  emits: ["realm_playgrounds"],
  async run({ realm, actor, params }) {
    return realm.write(actor, async (tx, present) => ({
      id: await addPlayground(tx, asAdministrator(present), params),
    }));
  },
});

const deletePlayground = endpoint({
  id: "remove-code-playground",
  method: "DELETE",
  path: "/realm/playgrounds/{playground_id}",
  summary: "Removes a code playground.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["playground.deleted"],
  params: { playground_id: integer("The playground's ID.", { min: 0 }) },
  result: {},
  errors,
  emits: ["realm_playgrounds"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) =>
      removePlayground(tx, removablePlayground(tx.model, asAdministrator(present), params.playground_id)),
    );
    return {};
  },
});

export const linkifierEndpoints = [
  getLinkifiers,
  patchLinkifiers,
  tryLinkifier,
  postLinkifier,
  patchLinkifier,
  deleteLinkifier,
  postPlayground,
  deletePlayground,
] as const;
