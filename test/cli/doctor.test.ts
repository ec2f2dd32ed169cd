import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { before, suite, test } from "node:test";
import { startMailBox } from "../harness/mail.ts";
import { samlBy, signingKey } from "#domains/entry/sign-on/saml/test-support.ts";
import { signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import { createDatabase } from "../harness/database.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { onDatabase, scratchFolder } from "./backup-support.ts";

const NOWHERE = "127.0.0.1:9";

suite("parley doctor", () => {
  const file = scratchFolder();
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const doctor = (flags: readonly string[] = [], env: Record<string, string> = {}, url = server.database.url) =>
    onDatabase(url, ["doctor", ...flags], env);

  test("an operator of a good installation reads that nothing is wrong", async (t) => {
    const mails = await startMailBox();
    t.after(() => mails.close());
    await onDatabase(server.database.url, ["backup", file("recent")]);
    const flags = ["--public-url", server.url, "--mail-from", "chat@elsinore.example"];
    const { code, output } = await doctor(flags, mails.env);
    assert.equal(code, 0, output);
    for (const sentence of [
      /^ok +The database responds; it is PostgreSQL \d+/m,
      /^ok +The clocks .* agree/m,
      /^ok +The tables are those of this version/m,
      /^ok +The secret is that of the database/m,
      /^ok +Files are in the database: 0, with 0\.0 MiB/m,
      /^ok +The newest backup is less than a day old/m,
      /^ok +The mail server accepts connections/m,
      /^ok +Parley responds at/m,
      /^Nothing is wrong\.$/m,
    ])
      assert.match(output, sentence);
    assert.equal(mails.left().length, 0, "no mail is sent");
  });

  test("an operator reads of each fault what to do, and the command fails", async (t) => {
    const { sql } = server.database;
    const gone = createServer((_request, response) => response.writeHead(502).end());
    gone.listen(0, "127.0.0.1");
    await once(gone, "listening");
    t.after(() => gone.close());
    await sql`update installation set value = (now() - interval '30 days')::text where name = 'last backup'`;
    await sql`insert into upload_file (realm_id, file) select id, 'lost' from realm`;
    await sql`
      insert into upload (realm_id, id, owner_id, file, path, name, content_type, size, created_at)
      select realm_id, 1, id, 'lost', 'lost', 'lost', 'text/plain', 5, now() from account limit 1`;
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    const env = {
      PARLEY_SMTP_URL: `smtp://user:hunter22@${NOWHERE}`,
      PARLEY_SECRET: "not the secret of this database",
    };
    const { code, output } = await doctor(["--public-url", url], env);
    assert.equal(code, 1, output);
    for (const sentence of [
      /^wrong +The database was made with another secret: /m,
      /^wrong +The content of 1 of 1 files is missing: restore/m,
      /^wrong +The newest backup is 30 days old: make one/m,
      /^wrong +The mail server refuses \(.*ECONNREFUSED.*\): look at --smtp-url/m,
      /^wrong +http:\S+\/health responds with 502 instead of 200: look at the proxy/m,
      /^5 things are wrong\.$/m,
    ])
      assert.match(output, sentence);
    assert.doesNotMatch(output, /hunter22|not the secret of/);
  });

  test("an operator reads of each provider in the file whether people could log in by it", async () => {
    const good = samlBy(signingKey().certificate, { display_name: "Castle" }, "castle");
    const old = samlBy(signingKey(-48, -24).certificate, { display_name: "Ruin" }, "ruin");
    const { code, output } = await doctor(signOnFlags([good, old]), {});
    assert.equal(code, 1, output);
    assert.match(output, /^ok +People can log in by Castle \(castle\)\.$/m);
    assert.match(output, /^wrong +Nobody can log in by Ruin \(ruin\): A certificate has expired on \S+: enter/m);
  });

  test("an operator reads what a proxy and a database of another version lack", async () => {
    const old = await createDatabase();
    await old.sql`delete from schema_version where number > 20`;
    const flags = ["--public-url", `https://${NOWHERE}`];
    const { code, output } = await doctor(flags, {}, old.url);
    assert.equal(code, 1);
    assert.match(output, /^wrong +The tables have schema 20 of \d+: parley start migrates them/m);
    assert.match(output, /^wrong +https:\S+ cannot be reached/m);
    assert.match(output, /^wrong +The proxy in front is not named/m);
    const empty = await createDatabase("empty");
    assert.match((await doctor([], {}, empty.url)).output, /^wrong +The database has no tables/m);
    const none = await doctor(["--host", "0.0.0.0"], {}, `postgres://nobody@${NOWHERE}/none`);
    assert.match(none.output, /^wrong +The database cannot be examined: The database at --database-url cannot be/m);
    assert.match(none.output, /^wrong +Links in mails lead to this machine itself/m);
  });
});
