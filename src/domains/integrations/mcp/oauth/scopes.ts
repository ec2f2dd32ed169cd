import type { RequiredScope, Scope } from "#http/scopes.ts";
import { TOOLS } from "../tools/all-tools.ts";

const isScope = (scope: RequiredScope): scope is Scope => typeof scope === "string" && scope.includes(":");

/** The scopes that tools need: nothing else is given to assistants by OAuth. */
export const TOOL_SCOPES: readonly Scope[] = [
  ...new Set(TOOLS.map(({ endpoint }) => endpoint.scope).filter((scope) => isScope(scope))),
].sort();

/** The scopes of a list with spaces that there are; all of them where none was named. */
export function askedScopes(list: string | undefined): readonly Scope[] {
  const named = new Set((list ?? "").split(" ").filter((name) => name !== ""));
  return named.size === 0 ? TOOL_SCOPES : TOOL_SCOPES.filter((scope) => named.has(scope));
}
