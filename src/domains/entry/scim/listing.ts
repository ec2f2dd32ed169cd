import type { Resource } from "./protocol/attributes.ts";
import { invalidValue } from "./protocol/scim-error.ts";
import { MAX_COUNT } from "./protocol/service-documents.ts";
import { LIST_RESPONSE } from "./protocol/urns.ts";
import type { ScimAnswer, ScimRequest } from "./request.ts";

/** Which of the resources that are found a request wants. */
export interface Page {
  /** From 1 on. */
  readonly startIndex: number;
  readonly count: number;
}

const DEFAULT_COUNT = 100;
const MAX_INDEX = 1_000_000_000;

/** Less than is possible counts as the least, and more as the most, as the protocol says. */
export function pageAskedFor({ query }: Pick<ScimRequest, "query">): Page {
  const integer = (name: string, other: number): number => {
    const text = query(name);
    if (text === undefined || text === "") return other;
    if (!/^-?\d{1,15}$/.test(text)) throw invalidValue(`${name} must be a whole number.`);
    return Number(text);
  };
  return {
    startIndex: Math.min(Math.max(integer("startIndex", 1), 1), MAX_INDEX),
    count: Math.min(Math.max(integer("count", DEFAULT_COUNT), 0), MAX_COUNT),
  };
}

export const listResponse = (total: number, startIndex: number, resources: readonly Resource[]): ScimAnswer => ({
  status: 200,
  body: {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});
