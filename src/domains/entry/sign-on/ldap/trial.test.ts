import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { examineSignOn } from "../../../../cli/doctor/surroundings.ts";
import { readConfig } from "#config/config.ts";
import { GROUPS, personEntry, startSlapd, withoutSlapd } from "../../../../../test/harness/slapd.ts";
import { signOnFlags } from "../test-support.ts";
import { directoryAt } from "./test-support.ts";

suite("an operator who tries a directory", { skip: withoutSlapd }, () => {
  test("learns that people can log in, or what is wrong", async () => {
    const slapd = await startSlapd([personEntry("hamlet")]);
    const found = async (settings: object) => {
      const [finding] = await examineSignOn(readConfig(signOnFlags([directoryAt(slapd, settings)]), {}));
      return `${finding?.state}: ${finding?.sentence}`;
    };
    assert.equal(await found({}), "ok: People can log in by Staff (staff).");
    const good = { urls: [slapd.secureUrl], ca_file: slapd.caFile };
    assert.equal(await found(good), "ok: People can log in by Staff (staff).");
    const wrongs: readonly (readonly [object, RegExp])[] = [
      [{ bind_password: "wrong" }, /does not let in cn=parley,dc=elsinore,dc=example, or its password is wrong/],
      [{ base: GROUPS }, /Nobody with a uid was found below ou=groups/],
      [{ id_attribute: "objectGUID" }, /Its entries have no objectGUID: set id_attribute/],
      [{ urls: ["ldap://127.0.0.1:9"] }, /does not answer as it should: .*ECONNREFUSED/],
      [{ ...good, urls: [slapd.secureUrl.replace("localhost", "127.0.0.1")] }, /127\.0\.0\.1 is not in the cert/],
      [{ urls: [slapd.secureUrl] }, /self-signed certificate/],
    ];
    for (const [settings, reason] of wrongs) {
      const said = await found(settings);
      assert.match(said, /^wrong: Nobody can log in by Staff \(staff\): /);
      assert.match(said, reason);
    }
  });
});
