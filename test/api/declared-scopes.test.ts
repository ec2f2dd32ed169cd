import assert from "node:assert/strict";
import { test } from "node:test";
import { browserEndpoints, endpoints, eventRegistry } from "../../src/app.ts";
import { endpointRoutes } from "#api/endpoint-route.ts";
import { AUDIT_ACTIONS, type AuditAction, OPERATOR_ACTIONS } from "#engine/log/audit-actions.ts";
import { createRouter, type Route } from "#http/router.ts";
import { isRequiredScope, missingScope, SCOPES } from "#http/scopes.ts";
import { pages } from "../event-loop/cases/page-cases.ts";

const all = [...endpoints, ...browserEndpoints];

test("a route without a scope, or with one that does not exist, is refused before the server listens", () => {
  const route: Route = { id: "x", method: "GET", path: "/x", scope: "any", serve: () => assert.fail("never served") };
  assert.ok(createRouter([route])("/x"));
  for (const scope of [undefined, "everything", ["messages:read"], ["messages:read", "everything"]]) {
    assert.throws(() => createRouter([{ ...route, scope: scope as never }]), /no scope is declared: GET \/x/);
  }
});

test("an endpoint that changes something and does not say how that is recorded gets no route", () => {
  const routed = (changes: object) => {
    const endpoint = { ...endpoints.find(({ id }) => id === "send-message"), ...changes };
    return endpointRoutes({ endpoints: [endpoint], scheme: { prefix: "" } } as never);
  };
  assert.equal(routed({}).length, 1);
  assert.throws(() => routed({ audits: undefined }), /no audits are declared: send-message/);
});

test("what needs no account needs no scope, and all else does", () => {
  for (const { id, auth, scope } of all) {
    assert.ok(isRequiredScope(scope), id);
    assert.equal(scope === "none", auth === "none", id);
  }
  for (const [key, { scope }] of eventRegistry) assert.ok(isRequiredScope(scope) && scope !== "none", key);
});

test("a GET demands no scope for writing alone, and what is only for reading changes nothing of an organization", () => {
  for (const { id, method, scope, audits } of all) {
    const scopes = [scope].flat();
    if (method === "GET" && id !== "create-big-blue-button-video-call")
      assert.ok(
        scopes.some((name) => !name.endsWith(":write")),
        id,
      );
    if (scopes.every((name) => name.endsWith(":read")))
      assert.ok(audits === undefined || audits === "personal" || id === "get-audit-log", id);
  }
});

/** What the server counts by itself. */
const OF_THE_SERVER: readonly AuditAction[] = ["login.failed"];

test("every scope is of use, and every action is some endpoint's, page's or command's", () => {
  const used = new Set(all.flatMap(({ scope }) => [scope].flat()));
  assert.deepEqual(
    SCOPES.filter((scope) => !used.has(scope)),
    [],
  );
  const declared = [...all, ...pages].flatMap(({ audits = [] }) => (audits === "personal" ? [] : audits));
  const audited = new Set<AuditAction>([...declared, ...OPERATOR_ACTIONS, ...OF_THE_SERVER]);
  assert.deepEqual(
    AUDIT_ACTIONS.filter((action) => !audited.has(action)),
    [],
  );
  assert.equal(new Set(AUDIT_ACTIONS).size, AUDIT_ACTIONS.length);
});

test("a key lacks the first scope that it does not have, and never what any key may do", () => {
  assert.equal(missingScope(["messages:read"], "messages:read"), undefined);
  assert.equal(missingScope(["messages:write"], "messages:read"), "messages:read");
  assert.equal(missingScope(["messages:write"], ["messages:write", "messages:read"]), "messages:read");
  assert.equal(missingScope([], "any"), undefined);
  assert.equal(missingScope(SCOPES, "full"), "full");
});
