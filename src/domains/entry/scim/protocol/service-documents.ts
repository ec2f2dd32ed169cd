import { type Attribute, KINDS, type Resource, type ResourceKind } from "./attributes.ts";
import { SCIM_PATH } from "./urns.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0";

/** What the service can do. */
export const serviceProviderConfig = (url: string): Resource => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: "https://datatracker.ietf.org/doc/html/rfc7644",
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an owner of the organization has made.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${url}${SCIM_PATH}/ServiceProviderConfig` },
});

/** The most resources in an answer. */
export const MAX_COUNT = 200;

export const resourceTypes = (url: string): Resource[] =>
  KINDS.map(({ name, path, schema, description, extensions }) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint: path,
    description,
    schema,
    schemaExtensions: extensions.map((extension) => ({ schema: extension.schema, required: false })),
    meta: { resourceType: "ResourceType", location: `${url}${SCIM_PATH}/ResourceTypes/${name}` },
  }));

export const schemas = (url: string): Resource[] =>
  KINDS.flatMap((kind: ResourceKind) => [kind, ...kind.extensions]).map(
    ({ schema, name, description, attributes }) => ({
      schemas: [`${CORE}:Schema`],
      id: schema,
      name,
      description,
      attributes: attributes.map(declared),
      meta: { resourceType: "Schema", location: `${url}${SCIM_PATH}/Schemas/${schema}` },
    }),
  );

const declared = (attribute: Attribute): Resource => {
  const { name, type, description, parts, canonicalValues } = attribute;
  return {
    name,
    type,
    multiValued: attribute.isMulti === true,
    description,
    required: attribute.isRequired === true,
    caseExact: attribute.isCaseExact === true,
    mutability: attribute.isReadOnly === true ? "readOnly" : "readWrite",
    returned: "default",
    uniqueness: attribute.isUnique === true ? "server" : "none",
    ...(type === "reference" && { referenceTypes: ["User"] }),
    ...(canonicalValues !== undefined && { canonicalValues }),
    ...(parts !== undefined && { subAttributes: parts.map(declared) }),
  };
};
