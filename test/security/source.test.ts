import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { type Expression, parseSync, type PrivateIdentifier, Visitor } from "oxc-parser";

/** What no run of the server shows, because it is a rule for its source. */

const OF_SECRETS = /secret|token|api_?key|password|digest|signature|hmac/i;
/** Comparisons by name that decide nothing about access, with the reason. */
const ALLOWED_COMPARISONS = new Set([
  // Whether a setting changes.
  "src/domains/people/bots/actions.ts: before.settings.webhookSecret === after.settings.webhookSecret",
  // Among the caller's own devices.
  "src/domains/notifications/push/access.ts: candidate.token === token",
  "src/domains/notifications/push/access.ts: device.token === token",
  "src/domains/notifications/push/actions.ts: device.token === token.token",
  "src/domains/notifications/push/actions.ts: known.tokenKind === wanted.tokenKind",
  // Whether an import goes on with the archive that it began with.
  "src/domains/imports/load/load-archive.ts: found?.unfinished?.digest === checked.archive.digest",
  // The length of a digest.
  "src/cli/backup/envelope.ts: bytesRead === DIGEST",
]);

const sources = globSync("src/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const nameOf = (node: Expression | PrivateIdentifier): string => {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && node.property.type === "Identifier") return node.property.name;
  return node.type === "CallExpression" ? nameOf(node.callee) : "";
};
const isConstant = (node: Expression | PrivateIdentifier): boolean =>
  ["Literal", "UnaryExpression"].includes(node.type) || nameOf(node) === "undefined";

function secretComparisons(file: string, text: string): string[] {
  const found: string[] = [];
  if (!OF_SECRETS.test(text)) return found;
  new Visitor({
    BinaryExpression({ operator, left, right, start, end }) {
      if (!/^[!=]==?$/.test(operator) || isConstant(left) || isConstant(right)) return;
      if (OF_SECRETS.test(nameOf(left)) || OF_SECRETS.test(nameOf(right)))
        found.push(`${file}: ${text.slice(start, end)}`);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** Expressions that are made while the server runs, and may hold what somebody has sent. */
function madeExpressions(file: string, text: string): string[] {
  const found: string[] = [];
  if (!text.includes("RegExp")) return found;
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const note = (callee: Expression, start: number, end: number) => {
    if (depth > 0 && nameOf(callee) === "RegExp") found.push(`${file}: ${text.slice(start, end)}`);
  };
  new Visitor({
    ...{ FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter },
    ...{ "FunctionDeclaration:exit": leave, "FunctionExpression:exit": leave, "ArrowFunctionExpression:exit": leave },
    NewExpression: ({ callee, start, end }) => note(callee, start, end),
    CallExpression: ({ callee, start, end }) => note(callee, start, end),
  }).visit(parseSync(file, text).program);
  return found;
}

suite("in the source of the server", () => {
  test("CVE-2022-41914, CVE-2025-54499: no secret is compared but by the function that takes the same time for all", () => {
    assert.ok(sources.length > 300);
    const found = sources.flatMap(({ file, text }) => secretComparisons(file, text));
    assert.deepEqual(new Set(found), ALLOWED_COMPARISONS);
    const users = sources.filter(({ text }) => text.includes("timingSafeEqual"));
    assert.deepEqual(
      users.map(({ file }) => file),
      ["src/platform/keys.ts"],
    );
    assert.equal(secretComparisons("x.ts", "const f = (a, b) => a.apiKey === b;").length, 1);
  });

  test("CVE-2023-45129, CVE-2021-29471: no expression is made of what somebody sends, but those of the linear engine", () => {
    assert.deepEqual(
      sources.flatMap(({ file, text }) => madeExpressions(file, text)),
      [],
    );
    const linear = sources.filter(({ text }) => text.includes('"re2js"')).map(({ file }) => file);
    assert.deepEqual(linear, ["src/markup/inline/linkifiers.ts"]);
    assert.equal(madeExpressions("x.ts", "const f = (a) => new RegExp(a);").length, 1);
  });
});
