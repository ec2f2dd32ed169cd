import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Resource, USER } from "./attributes.ts";
import { operationsOf } from "./operations.ts";
import { patched } from "./patch.ts";
import { ScimError } from "./scim-error.ts";
import { ENTERPRISE_SCHEMA } from "./urns.ts";

const BEFORE: Resource = {
  userName: "hamlet",
  name: { givenName: "Hamlet", formatted: "Hamlet" },
  active: true,
  emails: [{ value: "hamlet@elsinore.example", type: "work", primary: true }],
  roles: [{ value: "member", primary: true }],
};

suite("patches", () => {
  const after = (...operations: readonly object[]) =>
    patched(USER, BEFORE, operationsOf(USER, { Operations: operations }));
  const scimTypeOf = (...operations: readonly object[]) => {
    try {
      after(...operations);
    } catch (error) {
      if (error instanceof ScimError) return error.scimType;
      throw error;
    }
    return undefined;
  };

  test("reach attributes by paths, by dotted names, below URNs and in any letters", () => {
    assert.partialDeepStrictEqual(
      after(
        { op: "Replace", path: "name.familyName", value: "of Denmark" },
        { OP: "REPLACE", PATH: "USERNAME", VALUE: "prince" },
        { op: "add", value: { "name.givenName": "H.", [`${ENTERPRISE_SCHEMA}:division`]: "North", nickName: "x" } },
        { op: "add", value: { [ENTERPRISE_SCHEMA]: { department: "Family", manager: { value: "1" } } } },
        { op: "replace", path: "active", value: "False" },
      ),
      {
        userName: "prince",
        name: { givenName: "H.", familyName: "of Denmark", formatted: "Hamlet" },
        active: false,
        [ENTERPRISE_SCHEMA]: { department: "Family", division: "North" },
      },
    );
  });

  test("change the elements that meet a filter, and make the one that is absent", () => {
    const { emails, roles } = after(
      { op: "replace", path: 'emails[type eq "work"].value', value: "h@elsinore.example" },
      { op: "add", path: 'emails[type eq "home"].value', value: "h@home.example" },
      { op: "replace", path: 'roles[primary eq "True"].value', value: "moderator" },
    );
    assert.deepEqual(emails, [
      { value: "h@elsinore.example", type: "work", primary: true },
      { type: "home", value: "h@home.example" },
    ]);
    assert.deepEqual(roles, [{ value: "moderator", primary: true }]);
    assert.deepEqual(after({ op: "remove", path: 'emails[type eq "work"]' })["emails"], []);
    assert.deepEqual(after({ op: "remove", path: "emails", value: [{ value: "other" }] })["emails"], BEFORE["emails"]);
    assert.equal(after({ op: "remove", path: "emails" })["emails"], undefined);
    assert.equal((after({ op: "remove", path: "name.formatted" })["name"] as Resource)["formatted"], undefined);
  });

  test("that are none, or reach what nobody may change, are refused by their own names", () => {
    assert.equal(scimTypeOf({ op: "move", path: "active", value: true }), "invalidSyntax");
    assert.equal(scimTypeOf({ op: "replace", value: "x" }), "invalidSyntax");
    assert.equal(scimTypeOf({ op: "remove" }), "noTarget");
    assert.equal(scimTypeOf({ op: "replace", path: "id", value: "1" }), "mutability");
    assert.equal(scimTypeOf({ op: "add", path: "groups", value: [] }), "mutability");
    assert.equal(scimTypeOf({ op: "add", path: "emails[", value: "x" }), "invalidPath");
    assert.equal(scimTypeOf({ op: "add", path: "emails[type is 1].value", value: "x" }), "invalidFilter");
    assert.equal(scimTypeOf({ op: "add", path: 'userName[type eq "x"]', value: "x" }), "invalidPath");
    assert.equal(scimTypeOf({ op: "replace", path: "active", value: "perhaps" }), "invalidValue");
    assert.equal(scimTypeOf({ op: "replace", path: "userName", value: "x".repeat(1001) }), "invalidValue");
    assert.equal(scimTypeOf({ op: "replace", path: "userName", value: "a\0b" }), "invalidValue");
    assert.equal(scimTypeOf({ op: "replace", path: 'emails[value co "zz"].type', value: "x" }), "noTarget");
    assert.equal(
      scimTypeOf({ op: "add", path: "emails", value: Array.from({ length: 101 }, () => ({})) }),
      "invalidValue",
    );
    const more = Array.from({ length: 150 }, (_, at) => ({ op: "add", path: "emails", value: { value: `${at}` } }));
    assert.equal(scimTypeOf(...more), "tooMany");
    const many = Array.from({ length: 1001 }, () => ({ op: "add", path: "nickName", value: "x" }));
    assert.equal(scimTypeOf(...many), "tooMany");
    for (const body of [{}, { Operations: [] }, { Operations: "x" }, { Operations: [1] }])
      assert.throws(() => operationsOf(USER, body), ScimError);
  });
});
