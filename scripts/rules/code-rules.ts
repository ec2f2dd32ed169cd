import type { Node } from "oxc-parser";
import { type ParsedFile, walk } from "./parsed-file.ts";
import { isAccess, isIn } from "./roles.ts";
import { isFunction, isMember, isValue, nameOf, propertyOf, typeNames } from "./syntax.ts";

/** What the code of a file may do. Names and calls are looked for in the syntax tree: texts and comments are free. */
export interface CodeRule {
  readonly sentence: string;
  readonly allows: (path: string) => boolean;
  /** Whether a node breaks the rule; `around` are the nodes that it is in, the innermost last. */
  readonly isBroken: (node: Node, around: readonly Node[], context: RuleContext) => boolean;
}

export interface RuleContext {
  /** The branded types of all access.ts files: things that a user may act on. */
  readonly brands: ReadonlySet<string>;
}

/** Whether a global object is used otherwise than for the named properties: as itself, it could be used for all. */
const usesGlobal = (node: Node, around: readonly Node[], name: string, forbidden: RegExp): boolean => {
  if (isMember(node, /^globalThis$/, new RegExp(`^${name}$`))) return true;
  if (!isValue(node, around, name)) return false;
  const property = propertyOf(around.at(-1) as Node);
  return property === undefined || forbidden.test(property);
};

const fetches = (node: Node, around: readonly Node[]): boolean =>
  isValue(node, around, "fetch") || isMember(node, /^(globalThis|window|self)$/, /^fetch$/);

/** A clock: `new Date()`, `Date.now`, or Date as a value. */
function readsClock(node: Node, around: readonly Node[]): boolean {
  const parent = around.at(-1);
  if (isValue(node, around, "performance") || isMember(node, /^process$/, /^(hrtime|uptime)$/)) return true;
  if (!isValue(node, around, "Date")) return false;
  if (parent?.type === "NewExpression") return parent.arguments.length === 0;
  if (parent?.type === "BinaryExpression") return parent.operator !== "instanceof";
  return !/^(UTC|parse)$/.test(propertyOf(parent as Node) ?? "");
}

/** Whether an expression is the model of an organization, or a part of it. */
function isOfModel(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "model";
  if (node.type === "MemberExpression") return propertyOf(node) === "model" || isOfModel(node.object);
  if (node.type === "TSAsExpression" || node.type === "TSNonNullExpression" || node.type === "ChainExpression")
    return isOfModel(node.expression);
  return node.type === "CallExpression" && node.callee.type === "MemberExpression" && isOfModel(node.callee.object);
}

const CHANGEABLE = /^(Map|Set|WeakMap|WeakSet|Array|Mutable|Writable)$/;
const CHANGING = /^(assign|defineProperty|defineProperties|setPrototypeOf|set|deleteProperty)$/;

/** Types keep the model from being changed; a cast, or a function that ignores them, would not. */
function changesModel(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "MutableModel";
  if (node.type === "TSAsExpression")
    return isOfModel(node.expression) && typeNames(node.typeAnnotation).some((name) => CHANGEABLE.test(name));
  if (node.type !== "CallExpression" || !isMember(node.callee, /^(Object|Reflect)$/, CHANGING)) return false;
  const [target] = node.arguments;
  return target !== undefined && isOfModel(target);
}

/** A cast to what access.ts grants, or a function that claims to have checked it. */
function claimsBrand(node: Node, brands: ReadonlySet<string>): boolean {
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion")
    return typeNames(node.typeAnnotation).some((name) => brands.has(name));
  if (node.type !== "TSTypePredicate" || node.typeAnnotation === null) return false;
  return typeNames(node.typeAnnotation.typeAnnotation).some((name) => brands.has(name));
}

/** Whether an expression is made while the program runs, out of what may be somebody's text. */
const makesExpression = (node: Node, around: readonly Node[]): boolean =>
  (node.type === "NewExpression" || node.type === "CallExpression") &&
  nameOf(node.callee) === "RegExp" &&
  around.some(isFunction);

/** Calls that may stand after `void`: they settle their own failures, or return no promise at all. */
const SETTLES_ITS_FAILURES = new Set(
  // Of promises, lists, maps and streams.
  (
    "catch allSettled push pop set get add delete destroy end write unpipe resume terminate close import respond " +
    // Of this project; each catches what it starts.
    "answer answered finishAfter respond keep lookAtHeads onText poll serve start storing sweep text unknownFailure"
  ).split(" "),
);

/** `void` hides a promise from the rule of the linter that none may float. */
function dropsPromise(node: Node): boolean {
  return node.type === "UnaryExpression" && node.operator === "void" && mayFloat(node.argument);
}

function mayFloat(expression: Node): boolean {
  switch (expression.type) {
    case "Literal":
    case "AssignmentExpression":
    case "UpdateExpression":
    case "AwaitExpression":
      return false;
    case "LogicalExpression":
      return mayFloat(expression.right);
    case "ParenthesizedExpression":
      return mayFloat(expression.expression);
    default: {
      const callee = expression.type === "CallExpression" ? expression.callee : undefined;
      // What follows a promise in any case passes its failure on.
      if (callee?.type === "MemberExpression" && propertyOf(callee) === "finally") return mayFloat(callee.object);
      return !SETTLES_ITS_FAILURES.has(nameOf(expression));
    }
  }
}

const LOOKED_UP = /^(users|channels|groups|channelsByName|usersByEmail)$/;

/** `model.users.get(…)`: other code uses functions whose names say that nothing is granted. */
const looksUp = (node: Node): boolean =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  propertyOf(node.callee) === "get" &&
  LOOKED_UP.test(propertyOf(node.callee.object) ?? "") &&
  nameOf((node.callee.object as { object: Node }).object) !== "realm";

const holdsText = (node: Node, pattern: RegExp): boolean =>
  (node.type === "TemplateElement" && pattern.test(node.value.raw)) ||
  (node.type === "Literal" && typeof node.value === "string" && pattern.test(node.value));

const hidesState = (node: Node): boolean =>
  (node.type === "TSTypeReference" || node.type === "NewExpression") &&
  nameOfGeneric(node).startsWith("WeakMap<") &&
  /<(Tx|RealmRuntime)$/.test(nameOfGeneric(node));

function nameOfGeneric(node: Node): string {
  if (node.type !== "TSTypeReference" && node.type !== "NewExpression") return "";
  const own = node.type === "NewExpression" ? nameOf(node.callee) : (typeNames(node)[0] ?? "");
  const [first] = node.typeArguments?.params ?? [];
  return `${own}<${first === undefined ? "" : (typeNames(first)[0] ?? "")}`;
}

/** A thing that is only counted: `one`, without an `other` or a `two` beside it. */
function saysOnlyOne(node: Node, around: readonly Node[]): boolean {
  if (node.type !== "Identifier" || node.name !== "one") return false;
  const parent = around.at(-1);
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id === node;
    case "Property":
      return parent.value === node && around.at(-2)?.type === "ObjectPattern";
    case "ArrayPattern":
      return !parent.elements.some(isCountedToo);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "TSFunctionType":
      return parent.params.includes(node) && !parent.params.some(isCountedToo);
    default:
      return false;
  }
}

const isCountedToo = (node: Node | null): boolean => node?.type === "Identifier" && /^(other|two)$/.test(node.name);

const NAMES_ARE_OF_THINGS: CodeRule = {
  sentence: "a variable is named after what it is, not `one`",
  allows: () => false,
  isBroken: saysOnlyOne,
};

const only =
  (...files: readonly string[]) =>
  (path: string): boolean =>
    files.some((file) => path === `src/${file}` || (file.endsWith("/") && path.startsWith(`src/${file}`)));
const nobody = (): boolean => false;

export const CODE_RULES: readonly CodeRule[] = [
  {
    sentence: "only config/ may read the environment",
    allows: only("config/"),
    isBroken: (node, around) => usesGlobal(node, around, "process", /^env$/),
  },
  {
    sentence: "only platform/clock.ts and the thread of api/responses/ticks.ts may read the clock",
    allows: only("platform/clock.ts", "api/responses/ticks.ts"),
    isBroken: readsClock,
  },
  {
    sentence: "only platform/random.ts may be random",
    // The client needs nothing of the server, and no secret numbers.
    allows: only("platform/random.ts", "client/"),
    isBroken: (node, around) => usesGlobal(node, around, "Math", /^random$/),
  },
  {
    sentence: "only outbound/ and client/ may fetch",
    allows: only("outbound/", "client/"),
    isBroken: fetches,
  },
  {
    sentence: "a promise whose failure nobody sees may not float: await it, or settle its failure",
    allows: nobody,
    isBroken: dropsPromise,
  },
  { sentence: "only engine/model/ may write to the model", allows: only("engine/model/"), isBroken: changesModel },
  {
    sentence: "what belongs to an action is kept by perAction, what to an organization by perOrganization",
    allows: nobody,
    isBroken: hidesState,
  },
  {
    sentence: "only engine/ and access.ts may look things up in the model itself",
    allows: (path) => isIn(path, "engine") || isAccess(path),
    isBroken: looksUp,
  },
  {
    sentence: "only access.ts may say what is allowed",
    allows: isAccess,
    isBroken: (node, _around, { brands }) => claimsBrand(node, brands),
  },
  {
    sentence: "only access.ts may ask for a permission",
    allows: (path) => isAccess(path) || isIn(path, "engine/model"),
    isBroken: (node) => node.type === "Identifier" && /^mayIn[A-Z]/.test(node.name),
  },
  // CVE-2026-30831
  {
    sentence: "only api/callers/auth.ts may read the Authorization header",
    // The client of this project writes it.
    allows: only("api/callers/auth.ts", "client/"),
    isBroken: (node) => isMember(node, /^headers$/, /^authorization$/i),
  },
  // CVE-2026-30831
  {
    sentence: "only api/browser/cookie.ts may read cookies",
    allows: only("api/browser/cookie.ts"),
    isBroken: (node) => isMember(node, /^headers$/, /^cookie$/i),
  },
  // CVE-2022-41914, CVE-2025-54499
  {
    sentence: "only platform/keys.ts may compare secrets, in constant time",
    allows: only("platform/keys.ts"),
    isBroken: (node) => node.type === "Identifier" && node.name === "timingSafeEqual",
  },
  // CVE-2017-0881
  {
    sentence: "only records/channels/queries.ts may insert subscriptions",
    allows: only("domains/records/channels/queries.ts"),
    isBroken: (node) => holdsText(node, /insert into subscription\b/),
  },
  // CVE-2023-45129, CVE-2021-29471
  {
    sentence: "no user's text may become a JavaScript regular expression",
    allows: nobody,
    isBroken: makesExpression,
  },
  NAMES_ARE_OF_THINGS,
];

const HTML_MAKERS = /^(innerHTML|outerHTML|insertAdjacentHTML|createPolicy)$/;
const inWeb =
  (...files: readonly string[]) =>
  (path: string): boolean =>
    files.some((file) => path === `web/${file}`);

export const WEB_CODE_RULES: readonly CodeRule[] = [
  {
    sentence: "only platform/trusted.ts may make HTML of texts",
    allows: inWeb("platform/trusted.ts"),
    isBroken: (node) => HTML_MAKERS.test(propertyOf(node) ?? "") || isMember(node, /^document$/, /^write(ln)?$/),
  },
  {
    sentence: "only feed/content.tsx may show HTML",
    allows: inWeb("feed/content.tsx"),
    isBroken: (node) => node.type === "JSXIdentifier" && node.name === "dangerouslySetInnerHTML",
  },
  // Responses of the server are never kept by the browser; translations and the client's own files are.
  {
    sentence: "only link/http.ts, language/text.ts and push/kept-files.ts may fetch",
    allows: inWeb("link/http.ts", "language/text.ts", "push/kept-files.ts"),
    isBroken: fetches,
  },
  // Others would not be in the parts of src/web/parts.ts, but in a file of their own.
  {
    sentence: 'web/ imports by need as import("#web/…")',
    allows: nobody,
    isBroken: (node) => node.type === "ImportExpression" && holdsText(node.source, /^(?!#web\/)/),
  },
  NAMES_ARE_OF_THINGS,
];

/** Which of the rules a file breaks, in sentences. */
export function brokenCodeRules(file: ParsedFile, rules: readonly CodeRule[], context: RuleContext): string[] {
  const applicable = rules.filter(({ allows }) => !allows(file.path));
  const broken = new Map<string, Node>();
  walk(file.program, (node, around) => {
    for (const { sentence, isBroken } of applicable) if (isBroken(node, around, context)) broken.set(sentence, node);
  });
  return [...broken].map(
    ([sentence, { start, end }]) => `${file.path}: ${sentence} (${file.text.slice(start, Math.min(end, start + 80))})`,
  );
}
