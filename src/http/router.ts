import { ApiError, badRequest } from "#platform/errors.ts";
import { isRequiredScope, type RequiredScope } from "./scopes.ts";
import type { HttpResponse, Body, RequestHead } from "./exchange.ts";

const MAX_PATH_LENGTH = 8 * 1024;
const MAX_PART_LENGTH = 1024;

/** A request with its route. */
export interface Routed {
  readonly head: RequestHead;
  readonly body: Body;
  readonly inPath: Readonly<Record<string, string>>;
  /** What its route demands of a key with scopes. */
  readonly scope: RequiredScope;
  /** Headers of the response, whatever its status will be. */
  readonly responseHeaders: Record<string, string>;
  /** The request's ID in this process's log. */
  readonly requestId: () => string;
}

export interface Route<A = HttpResponse> {
  readonly id: string;
  readonly method: string;
  /** A part in braces is a parameter: `{name}`, `{name:number}`, or `{name:rest}` for all remaining parts. */
  readonly path: string;
  /** What it demands of a key with scopes. */
  readonly scope: RequiredScope;
  readonly serve: (request: Routed) => A | Promise<A>;
}

/** A path with its routes by method. */
export interface RoutedPath<A> {
  readonly names: readonly string[];
  readonly routes: ReadonlyMap<string, Route<A>>;
  readonly allowed: readonly string[];
}

export interface RouteMatch<A> {
  readonly routed: RoutedPath<A>;
  readonly inPath: Readonly<Record<string, string>>;
}

/** A node of the tree of paths. Numbers are tried before other texts. */
interface Branch<A> {
  readonly parts: Map<string, Branch<A>>;
  number?: Branch<A>;
  text?: Branch<A>;
  rest?: RoutedPath<A>;
  routed?: RoutedPath<A>;
}

const PARAMETER = /^\{(\w+)(?::(number|rest))?\}$/;
const NUMBER = /^\d+$/;
const NOTHING_IN_PATH = {};

/** Finds the routes of a path. */
export type Router<A> = (path: string) => RouteMatch<A> | undefined;

export function createRouter<A>(routes: readonly Route<A>[]): Router<A> {
  const root: Branch<A> = { parts: new Map() };
  const fixed = new Map<string, RouteMatch<A>>();
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const routed = routedPath(path, here);
    if (routed.names.length === 0) fixed.set(path, { routed, inPath: NOTHING_IN_PATH });
    insert(root, path, routed);
  }
  return (path) => {
    const known = fixed.get(path);
    if (known !== undefined) return known;
    if (path.length > MAX_PATH_LENGTH) throw tooLong();
    return walk(root, path.split("/").map(decodedPart), 1, []);
  };
}

const partsOf = (path: string): string[] => path.split("/").slice(1);

function routedPath<A>(path: string, routes: readonly Route<A>[]): RoutedPath<A> {
  for (const { method, scope } of routes) {
    if (!isRequiredScope(scope)) throw new Error(`no scope is declared: ${method} ${path}`);
  }
  const methods = routes.map(({ method }) => method);
  return {
    names: partsOf(path).flatMap((part) => PARAMETER.exec(part)?.[1] ?? []),
    routes: new Map(routes.map((route) => [route.method, route])),
    allowed: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort(),
  };
}

function insert<A>(root: Branch<A>, path: string, routed: RoutedPath<A>): void {
  let branch = root;
  for (const part of partsOf(path)) {
    const [, name, kind] = PARAMETER.exec(part) ?? [];
    if (kind === "rest") {
      branch.rest = routed;
      return;
    }
    if (kind === "number") branch = branch.number ??= { parts: new Map() };
    else if (name !== undefined) branch = branch.text ??= { parts: new Map() };
    else branch = branch.parts.get(part) ?? grow(branch, part);
  }
  if (branch.routed !== undefined) throw new Error(`two paths are one: ${path}`);
  branch.routed = routed;
}

function grow<A>(branch: Branch<A>, part: string): Branch<A> {
  const next: Branch<A> = { parts: new Map() };
  branch.parts.set(part, next);
  return next;
}

function walk<A>(
  branch: Branch<A>,
  parts: readonly string[],
  at: number,
  values: readonly string[],
): RouteMatch<A> | undefined {
  const part = parts[at];
  if (part === undefined) return branch.routed === undefined ? undefined : found(branch.routed, values);
  const next = branch.parts.get(part);
  const numbered = branch.number !== undefined && NUMBER.test(part) ? branch.number : undefined;
  const texted = part === "" ? undefined : branch.text;
  const rest = parts.slice(at).join("/");
  return (
    (next && walk(next, parts, at + 1, values)) ??
    (numbered && walk(numbered, parts, at + 1, [...values, part])) ??
    (texted && walk(texted, parts, at + 1, [...values, part])) ??
    (branch.rest === undefined || rest === "" ? undefined : found(branch.rest, [...values, rest]))
  );
}

const found = <A>(routed: RoutedPath<A>, values: readonly string[]): RouteMatch<A> => ({
  routed,
  inPath: Object.fromEntries(routed.names.map((name, index) => [name, values[index] as string])),
});

function decodedPart(part: string): string {
  if (part.length > MAX_PART_LENGTH) throw tooLong();
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest("The request could not be understood");
  }
}

const tooLong = (): ApiError => new ApiError("BAD_REQUEST", "The path is too long", {}, 414);
