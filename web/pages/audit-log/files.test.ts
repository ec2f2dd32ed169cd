import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { AuditEntry } from "./entries.ts";
import { csvOf, jsonLinesOf } from "./files.ts";

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  time: 0,
  actor: { kind: "user", id: 7, key_id: null, session_id: 3 },
  action: "user.changed",
  target: { kind: "user", id: "8" },
  data: {},
  address: "192.0.2.1",
  agent: "Mozilla/5.0",
  request_id: "r-1",
  ...more,
});
const rowOf = (more: Partial<AuditEntry>): string => csvOf([entry(more)]).split("\r\n")[1] ?? "";

suite("files of the audit log", () => {
  test("a table has a line of names, and one for each entry", () => {
    const [names, row, end] = csvOf([entry({ data: { old: "a", new: 'b, "c"' } })]).split("\r\n");
    assert.equal(
      names,
      "\uFEFFid,time,actor_kind,actor_id,key_id,session_id,action,target_kind,target_id,data,address,agent,request_id",
    );
    assert.equal(
      row,
      '1,1970-01-01T00:00:00.000Z,user,7,,3,user.changed,user,8,"{""old"":""a"",""new"":""b, \\""c\\""""}",192.0.2.1,Mozilla/5.0,r-1',
    );
    assert.equal(end, "");
  });

  for (const sign of ["=", "+", "-", "@", "\t", "\r"]) {
    test(`nothing that begins with ${JSON.stringify(sign)} is run by the program that opens the table`, () => {
      for (const more of [{ agent: `${sign}1+1` }, { target: { kind: "setting", id: `${sign}1+1` } }])
        assert.match(csvOf([entry(more)]), new RegExp(`,"?'\\${sign}1\\+1`));
    });
  }

  test("a cell with lines of its own stays one cell", () => {
    assert.ok(rowOf({ agent: "a\nb" }).endsWith('"a\nb",r-1'));
  });

  test("lines of JSON are the entries as the server has them", () => {
    const entries = [entry({ id: 2, data: { new: "=1" } }), entry({})];
    assert.deepEqual(
      jsonLinesOf(entries)
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text) as unknown),
      entries,
    );
  });
});
