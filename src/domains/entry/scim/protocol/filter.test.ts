import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Resource, USER } from "./attributes.ts";
import { parseElementFilter, parseFilter } from "./filter.ts";
import { matches, wantedBy } from "./matching.ts";
import { ScimError } from "./scim-error.ts";
import { ENTERPRISE_SCHEMA } from "./urns.ts";

const HAMLET: Resource = {
  id: "17",
  externalId: "Prince",
  userName: "hamlet@elsinore.example",
  name: { givenName: "Hamlet", familyName: "of Denmark" },
  displayName: "Hamlet",
  active: true,
  emails: [
    { value: "hamlet@elsinore.example", type: "work", primary: true },
    { value: "hamlet@wittenberg.example", type: "home", primary: false },
  ],
  [ENTERPRISE_SCHEMA]: { department: "Royal family" },
  meta: { resourceType: "User", created: "2026-11-19T00:00:00.000Z" },
};

suite("filters", () => {
  const meets = (filter: string) => matches(parseFilter(USER, filter), HAMLET);

  test("compare by every operator, whatever the case of names, operators and texts", () => {
    const right = [
      'userName eq "HAMLET@elsinore.example"',
      'USERNAME Eq "hamlet@elsinore.example"',
      'userName ne "othello@elsinore.example"',
      'userName co "@ELSINORE"',
      'userName sw "Ham"',
      'userName ew ".EXAMPLE"',
      'userName gt "a" and userName lt "z"',
      'displayName ge "hamlet" and displayName le "hamlet"',
      "externalId pr",
      "active eq true",
      'active eq "True"',
      "active ne false",
      "not (active eq false)",
      "not(nickname pr) or active eq true".replace("nickname", "title").replace("title", "externalId"),
      'name.familyName eq "OF DENMARK"',
      'emails eq "hamlet@wittenberg.example"',
      'emails.type eq "HOME"',
      'emails[type eq "work" and value co "@elsinore"]',
      'emails[type eq "home" and (primary eq false)]',
      'emails[type eq "work"].value eq "hamlet@elsinore.example"',
      'emails[not (type eq "fax")] and meta.created gt "2026-01-01T00:00:00Z"',
      `${ENTERPRISE_SCHEMA}:department eq "royal family"`,
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "hamlet"',
      'userName eq "x" or userName sw "h" and active eq true',
      "externalId ne null",
      'id eq "17"',
      "  userName   pr  ",
      'displayName eq "H\\u0061mlet"',
    ];
    for (const filter of right) assert.ok(meets(filter), filter);
    const wrong = [
      'externalId eq "prince"',
      "id eq 17",
      'emails[type eq "home" and primary eq true]',
      'emails[type eq "home"].value eq "hamlet@elsinore.example"',
      '(userName eq "x" or userName sw "h") and active eq false',
      "externalId eq null",
      "not (userName pr)",
      `${ENTERPRISE_SCHEMA}:division pr`,
      'userName eq "hamlet"',
    ];
    for (const filter of wrong) assert.ok(!meets(filter), filter);
  });

  test("that cannot be read, are too long or too deep are refused with a reason", () => {
    const refused = (filter: string) => {
      assert.throws(
        () => parseFilter(USER, filter),
        (error) => error instanceof ScimError && error.status === 400 && error.scimType === "invalidFilter",
        filter.slice(0, 60),
      );
    };
    const bad = [
      ...["", " ", "userName", "userName eq", "eq", 'userName eq "x', "userName eq x", 'userName is "x"'],
      ...['userName eq "x" and', "(userName pr", "userName pr)", "not userName pr", 'nickName eq "x"', "[", "emails["],
      ...['emails[type eq "work"', 'emails[emails[type eq "x"]]', 'userName[type eq "x"]', "emails.type[value pr]"],
      ...["active gt true", 'active eq "x" userName pr', 'userName eq "\\x"', "a".repeat(1001), "userName pr ;", "‮"],
      ...['userName eq {"a":1}', "userName eq undefined", 'constructor eq "x"', '__proto__ eq "x"', "name.x pr"],
    ];
    for (const filter of bad) refused(filter);
    const nested = (depth: number) => `${"(".repeat(depth)}userName pr${")".repeat(depth)}`;
    assert.ok(meets(nested(10)));
    refused(nested(11));
    refused(`${"not (".repeat(11)}userName pr${")".repeat(11)}`);
    refused("(".repeat(999));
    assert.ok(parseFilter(USER, `${"userName pr or ".repeat(60)}userName pr`));
  });

  test("say which indexed value they ask for, only where nothing else could meet them", () => {
    const wanted = (filter: string) => wantedBy(parseFilter(USER, filter), ["userName", "emails"]);
    assert.deepEqual(wanted('userName eq "x"'), { name: "userName", value: "x" });
    assert.deepEqual(wanted('active eq true and emails[type eq "work" and value eq "x"]'), {
      name: "emails",
      value: "x",
    });
    assert.deepEqual(wanted('emails[type eq "work"].value eq "x"'), { name: "emails", value: "x" });
    for (const other of [
      'userName ne "x"',
      'userName eq "x" or active eq true',
      'not (userName eq "x")',
      "userName eq 1",
    ])
      assert.equal(wanted(other), undefined, other);
    assert.equal(wanted('emails.type eq "work"'), undefined);
    const emails = USER.attributes.find(({ name }) => name === "emails");
    assert.ok(emails !== undefined && parseElementFilter(USER, emails, 'type eq "work"').kind === "compare");
  });
});
