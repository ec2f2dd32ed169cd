import type * as ldapts from "ldapts";

/**
 * What is searched for, as data: what people type is only ever a value that is compared, and never part of a text that is
 * parsed as a filter.
 */
export type Test =
  | { readonly attribute: string; readonly is: string | Buffer }
  | { readonly all: readonly Test[] }
  | { readonly any: readonly Test[] }
  | { readonly has: string }
  /** The groups of Active Directory that somebody is in, also by other groups. */
  | { readonly holds: string };

const IN_CHAIN = "1.2.840.113556.1.4.1941";

export function ldapFilter(library: typeof ldapts, test: Test): ldapts.Filter {
  const { AndFilter, EqualityFilter, ExtensibleFilter, OrFilter, PresenceFilter } = library;
  if ("all" in test) return new AndFilter({ filters: test.all.map((part) => ldapFilter(library, part)) });
  if ("any" in test) return new OrFilter({ filters: test.any.map((part) => ldapFilter(library, part)) });
  if ("has" in test) return new PresenceFilter({ attribute: test.has });
  if ("holds" in test) return new ExtensibleFilter({ matchType: "member", rule: IN_CHAIN, value: test.holds });
  return new EqualityFilter({ attribute: test.attribute, value: test.is });
}
