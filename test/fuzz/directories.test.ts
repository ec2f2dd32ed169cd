import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTERPRISE_SCHEMA, ERROR_RESPONSE } from "#domains/entry/scim/protocol/urns.ts";
import { COMMON, KINDS, type ResourceKind } from "#domains/entry/scim/protocol/attributes.ts";
import { directoryAt, type ScimAnswer } from "#domains/entry/scim/test-support.ts";
import { type Dice, dice } from "../crash/dice.ts";
import { IS_LONG, SEED } from "../harness/chance.ts";
import { startTestServer } from "../harness/server.ts";
import { ODD_TEXTS, TYPES } from "./cases.ts";

const AT_ONCE = 10;

interface Wild {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr", "EQ", "is", ""];
const WORDS = ["and", "or", "not (", "(", ")", "[", "]", ".value", '"', "true", "null", "17", " "];

/** Requests that are made of the declarations of SCIM, right and wrong ones mixed. */
function wildRequest(random: Dice, ids: readonly string[]): Wild {
  const kind = random.pick(KINDS);
  const method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE"]);
  const id = random.chance(0.9) ? random.pick(ids) : encodeURIComponent(random.pick(ODD_TEXTS).slice(0, 300));
  const isOne = method !== "POST" && (method !== "GET" || random.chance(0.4));
  const query = method === "GET" ? `?${queryOf(random, kind)}` : "";
  const body =
    method === "GET" || method === "DELETE"
      ? undefined
      : random.chance(0.05)
        ? random.pick(ODD_TEXTS)
        : bodyOf(random, kind, method);
  return { method, path: `${kind.path}${isOne ? `/${id}` : ""}${query}`, body };
}

const nameOf = (random: Dice, kind: ResourceKind): string => {
  const { name, parts = [] } = random.pick([...kind.attributes, ...COMMON]);
  const dotted = parts.length > 0 && random.chance(0.4) ? `${name}.${random.pick(parts).name}` : name;
  return random.pick([
    dotted,
    dotted,
    dotted.toUpperCase(),
    `${kind.schema}:${dotted}`,
    "nickName",
    `${ENTERPRISE_SCHEMA}:department`,
  ]);
};

function filterOf(random: Dice, kind: ResourceKind): string {
  const term = () => {
    const value = random.chance(0.7) ? JSON.stringify(random.pick(ODD_TEXTS).slice(0, 50)) : String(random.pick(TYPES));
    const compared = `${nameOf(random, kind)} ${random.pick(OPERATORS)} ${value}`;
    return random.pick([
      compared,
      compared,
      `emails[type eq "work"]`,
      `members[value eq "1"].value pr`,
      `not (${compared})`,
    ]);
  };
  const words = Array.from({ length: random.between(1, 4) }, () => (random.chance(0.85) ? term() : random.pick(WORDS)));
  return words.join(random.pick([" and ", " or ", " "]));
}

function queryOf(random: Dice, kind: ResourceKind): string {
  const fields: Record<string, string> = {};
  if (random.chance(0.7)) fields["filter"] = filterOf(random, kind);
  if (random.chance(0.3)) fields["count"] = String(random.pick([0, 1, -1, 5, 1e9, "x", 1.5]));
  if (random.chance(0.3)) fields["startIndex"] = String(random.pick([0, 1, -1, 7, 1e12, ""]));
  if (random.chance(0.3)) fields["attributes"] = [nameOf(random, kind), nameOf(random, kind)].join(",");
  if (random.chance(0.3)) fields["excludedAttributes"] = nameOf(random, kind);
  return new URLSearchParams(fields).toString();
}

const valueOf = (random: Dice): unknown =>
  random.pick<unknown>([
    ...TYPES,
    random.pick(ODD_TEXTS).slice(0, 200),
    `word ${random.between(1, 40)}`,
    `person${random.between(1, 30)}@elsinore.example`,
    [{ value: String(random.between(1, 40)) }],
    [{ value: `person${random.between(1, 30)}@elsinore.example`, type: "work" }],
    [{ value: random.pick(["member", "moderator", "guest", "owner", "king"]) }],
    { givenName: "A", familyName: "B" },
    "x".repeat(1001),
  ]);

function bodyOf(random: Dice, kind: ResourceKind, method: string): string {
  const fields = () =>
    Object.fromEntries(Array.from({ length: random.between(0, 4) }, () => [nameOf(random, kind), valueOf(random)]));
  if (method !== "PATCH") {
    const base = random.chance(0.7)
      ? { userName: `person${random.between(1, 30)}@elsinore.example`, displayName: `name ${random.between(1, 30)}` }
      : {};
    return JSON.stringify({ ...base, ...fields() });
  }
  const operation = () => ({
    op: random.pick(["add", "Replace", "remove", "move"]),
    ...(random.chance(0.7) && {
      path: random.pick([nameOf(random, kind), `${nameOf(random, kind)}[${filterOf(random, kind)}]`]),
    }),
    ...(random.chance(0.8) && { value: random.chance(0.3) ? fields() : valueOf(random) }),
  });
  return JSON.stringify({ Operations: Array.from({ length: random.between(1, 3) }, operation) });
}

function wrongIn({ status, text, json, headers }: ScimAnswer): string | undefined {
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  if (status === 204) return text === "" ? undefined : "a body with 204";
  if (!String(headers["content-type"]).startsWith("application/scim+json")) return `status ${status} without SCIM`;
  if (status < 300) return Array.isArray(json["schemas"]) ? undefined : "no schemas";
  const isError = JSON.stringify(json["schemas"]) === JSON.stringify([ERROR_RESPONSE]);
  return isError && json["status"] === String(status) && typeof json["detail"] === "string"
    ? undefined
    : `a refusal: ${text}`;
}

test("a directory that sends anything gets answers of SCIM, never a 500, and an owner stays", async () => {
  const server = await startTestServer();
  const directory = await directoryAt(server);
  const { desdemona, hamlet, cordelia } = server.cast;
  const random = dice(SEED);
  const ids = [desdemona, hamlet, cordelia].map(({ id }) => String(id));
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  for (let sent = 0; sent < (IS_LONG ? 50_000 : 1500); sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => wildRequest(random, ids));
    const answers = await Promise.all(batch.map(({ method, path, body }) => directory.send(method, path, body)));
    for (const [index, answer] of answers.entries()) {
      const { status, json } = answer;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201 && ids.length < 20) ids.push(String(json["id"]));
      const wrong = wrongIn(answer);
      if (wrong !== undefined) findings.push(`${JSON.stringify(batch[index]).slice(0, 600)}: ${wrong}`);
    }
  }
  assert.deepEqual(findings, []);
  for (const status of [200, 201, 204, 400, 403, 404, 409]) assert.ok((statuses.get(status) ?? 0) > 0, `no ${status}`);
  assert.equal((await desdemona.call("GET /users/me")).role, 100);
  assert.doesNotMatch(server.output(), /request failed/);
  await server.stop();
});
