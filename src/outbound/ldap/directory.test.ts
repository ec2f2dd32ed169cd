import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { before, suite, test, type TestContext } from "node:test";
import {
  PEOPLE,
  passwordOf,
  personEntry,
  SERVICE,
  type Slapd,
  startSlapd,
  withoutSlapd,
} from "../../../test/harness/slapd.ts";
import { OutboundError } from "../errors.ts";
import type { DirectoryAddress } from "./connection.ts";
import { openDirectory } from "./directory.ts";
import type { Test } from "./filters.ts";

/** The answer that StartTLS begins, and one that lets in whoever asks next. */
const BEGINS = Buffer.from("300c02010278070a010004000400", "hex");
const LETS_IN = Buffer.from("300c02010361070a010004000400", "hex");

/** A server that somebody in between could be. */
async function impostor(t: TestContext, talk: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    talk(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    address: { urls: [`ldap://localhost:${(server.address() as AddressInfo).port}`], startTls: true, ca: undefined },
    connections: () => sockets.length,
  };
}

suite("a directory of the operator", { skip: withoutSlapd }, () => {
  let slapd: Slapd;
  let ca: string;
  before(async () => {
    const crowd = Array.from({ length: 995 }, (_, index) => personEntry(`person-${index}`));
    slapd = await startSlapd([...["hamlet", "othello", "ophelia"].map((uid) => personEntry(uid)), ...crowd]);
    ca = readFileSync(slapd.caFile, "utf8");
  });

  const at = (more: Partial<DirectoryAddress> = {}): DirectoryAddress => ({
    urls: [slapd.url],
    startTls: false,
    ca: undefined,
    ...more,
  });
  const bound = async (t: TestContext, address = at()) => {
    const directory = await openDirectory(address);
    t.after(() => directory.close());
    assert.equal(await directory.bind(SERVICE.dn, SERVICE.password), true);
    return directory;
  };
  const people = (test: Test) => ({ base: PEOPLE, test, attributes: ["uid", "mail", "entryUUID"], binary: [] });
  const refused = async (address: DirectoryAddress) => {
    const problem = await openDirectory(address).then(
      async (directory) => {
        await directory.close();
        return undefined;
      },
      (error: unknown) => error,
    );
    assert.ok(problem instanceof OutboundError, String(problem));
    return problem.message;
  };

  test("a password opens its entry over each kind of connection, and no other password does", async () => {
    const ways = [at(), at({ startTls: true, ca }), at({ urls: [slapd.secureUrl], ca })];
    for (const address of ways) {
      for (const [password, isRight] of [
        [passwordOf("hamlet"), true],
        [passwordOf("othello"), false],
        ["", false],
      ] as const) {
        const directory = await openDirectory(address);
        assert.equal(await directory.bind(`uid=hamlet,${PEOPLE}`, password), isRight, password);
        await directory.close();
      }
    }
  });

  test("what is typed is compared and never parsed", async (t) => {
    const directory = await bound(t);
    const found = async (uid: string) => (await directory.find(people({ attribute: "uid", is: uid }), 2)).length;
    assert.equal(await found("hamlet"), 1);
    for (const typed of [
      "*",
      "ham*",
      "hamlet)(uid=*",
      "*)(objectClass=*",
      "ham\\2alet",
      "h\0amlet",
      "x".repeat(10_000),
    ])
      assert.equal(await found(typed), 0, typed.slice(0, 30));
  });

  test("an entry tells its attributes however they are written, and of several tests all or one must hold", async (t) => {
    const directory = await bound(t);
    const uid = { attribute: "uid", is: "hamlet" };
    const [entry] = await directory.find(people({ all: [uid, { attribute: "objectClass", is: "inetOrgPerson" }] }), 2);
    assert.deepEqual(entry?.texts("MAIL"), ["hamlet@elsinore.example"]);
    assert.match(entry?.texts("entryuuid")[0] ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(entry?.texts("telephoneNumber"), []);
    assert.deepEqual(await directory.find(people({ all: [uid, { attribute: "objectClass", is: "device" }] }), 2), []);
    const either = await directory.find(people({ any: [uid, { attribute: "uid", is: "othello" }] }), 5);
    assert.equal(either.length, 2);
    assert.equal((await directory.find(people({ attribute: "objectClass", is: "inetOrgPerson" }), 2)).length, 2);
  });

  test("all entries come in pages, also if the last page is full", async (t) => {
    const directory = await bound(t);
    const sizes: number[] = [];
    for await (const page of directory.pages(people({ attribute: "objectClass", is: "inetOrgPerson" })))
      sizes.push(page.length);
    assert.deepEqual(sizes.slice(0, 2), [500, 498]);
    slapd.add([personEntry("last-but-one"), personEntry("last")]);
    let count = 0;
    for await (const page of directory.pages(people({ attribute: "objectClass", is: "inetOrgPerson" })))
      count += page.length;
    assert.equal(count, 1000);
  });

  test("the next of several addresses is asked if one is dead, and none is an error that says so", async (t) => {
    const dead = "ldap://127.0.0.1:9";
    await bound(t, at({ urls: [dead, slapd.url] }));
    assert.match(await refused(at({ urls: [dead] })), /^The directory does not answer as it should: .*ECONNREFUSED/);
    assert.match(await refused(at({ urls: ["ldap://nowhere.invalid"] })), /nowhere\.invalid has no address/);
  });

  test("a certificate for another name, or of somebody unknown, is refused before anything is said", async () => {
    const byAddress = (url: string) => url.replace("localhost", "127.0.0.1");
    for (const address of [
      { urls: [slapd.secureUrl], startTls: false },
      { urls: [slapd.url], startTls: true },
    ]) {
      const good = await openDirectory({ ...address, ca });
      await good.close();
      assert.match(await refused({ ...address, ca, urls: address.urls.map(byAddress) }), /IP: 127\.0\.0\.1 is not in/);
      assert.match(await refused({ ...address, ca: undefined }), /self-signed certificate/);
    }
  });

  test("where encryption is taken away, or answers are slipped in before it, nothing secret is said", async (t) => {
    const refusing = await impostor(t, (socket) =>
      socket.once("data", () => socket.write(Buffer.from("300c02010278070a013504000400", "hex"))),
    );
    assert.match(await refused(refusing.address), /^The directory does not answer as it should: .*Code: 0x35/);
    const slipping = await impostor(t, (socket) =>
      socket.once("data", () => socket.write(Buffer.concat([BEGINS, LETS_IN]))),
    );
    assert.match(await refused(slipping.address), /more was said before the encryption/);
    const partly = await impostor(t, (socket) =>
      socket.once("data", () => socket.write(Buffer.concat([BEGINS, LETS_IN.subarray(0, -1)]))),
    );
    assert.match(await refused(partly.address), /more was said before the encryption/);
  });

  test("a lost connection is never opened again, which would be without the encryption", async (t) => {
    const { address, connections } = await impostor(t, (socket) => socket.once("data", () => socket.destroy()));
    const directory = await openDirectory({ ...address, startTls: false });
    t.after(() => directory.close());
    await assert.rejects(directory.bind(SERVICE.dn, "a password"), OutboundError);
    await assert.rejects(directory.bind(SERVICE.dn, "a password"), /the connection was lost/);
    assert.equal(connections(), 1);
  });
});
