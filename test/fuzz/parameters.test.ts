import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Endpoint } from "#api/endpoint.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { type Case, someCasesOf } from "./cases.ts";
import { ask, FATAL } from "./endpoints.ts";
import type { WireAnswer } from "./exchange.ts";
import { judge } from "./judge.ts";
import { type FuzzRequest, requestWith } from "./request.ts";
import { type Side, startSide } from "./side.ts";

/** How many of each kind are tried of a parameter, so that all are within a few seconds; `npm run fuzz` tries them all. */
const MAX_COUNT: Readonly<Record<Case["kind"], number>> = { limit: 6, part: 1, type: 2, odd: 1 };
/** Requests on one connection. */
const AT_ONCE = 100;

const tried = endpoints.filter(
  ({ method, path, isLongpoll }) => !FATAL.has(`${method} ${path}`) && isLongpoll !== true,
);

interface Tried {
  readonly request: FuzzRequest;
  readonly name: string;
  readonly one: Case;
}

suite("every parameter of every endpoint", () => {
  let side: Side;
  before(async () => {
    side = await startSide();
  });

  test("at, over and far over its limit, and of the wrong type, gets a declared error or success, and never a 500", async () => {
    const all = tried.flatMap((endpoint, at) =>
      Object.entries(endpoint.params).flatMap(([name, param], index) =>
        someCasesOf(param, MAX_COUNT, at + index).map((tried): Tried => ({
          name,
          one: tried,
          request: changedRequest(endpoint, name, tried.text),
        })),
      ),
    );
    assert.ok(all.length > 4000, `${all.length} cases`);
    const problems: string[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const batch = all.slice(from, from + AT_ONCE);
      const answers = await ask(
        side,
        batch.map(({ request }) => request),
      );
      for (const [index, { request, name, one: tried }] of batch.entries()) {
        const wrong = judge(request, answers[index]) ?? acceptedOf(request, name, tried, answers[index]);
        if (wrong !== undefined) problems.push(`${request.endpoint.id} ${name}=${tried.text.slice(0, 60)}: ${wrong}`);
      }
    }
    assert.deepEqual(problems, []);
  });

  /** The good call with one value replaced, by somebody who may make it. */
  function changedRequest(endpoint: Endpoint, name: string, text: string): FuzzRequest {
    const [gate] = table[`${endpoint.method} ${endpoint.path}` as OperationName] as unknown as Row;
    const caller = ROLES.find((role) => gate[role] === undefined) ?? "owner";
    return requestWith(endpoint, { ...side.goods.get(endpoint), [name]: text }, caller);
  }
});

/** What a parameter's declaration forbids may not be accepted. */
function acceptedOf(
  { endpoint }: FuzzRequest,
  name: string,
  { text, isAllowed }: Case,
  answer: WireAnswer | undefined,
): string | undefined {
  if (isAllowed || answer?.status !== 200) return undefined;
  const param = endpoint.params[name] as AnyParam;
  try {
    // Optional ones may be null, and some texts are trimmed.
    param.decode(name, text);
    return undefined;
  } catch {
    return "it was accepted";
  }
}
