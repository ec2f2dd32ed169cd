import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { TLSSocket } from "node:tls";
import { newDataFolder } from "../../../../../test/harness/folder.ts";
import { startCluster } from "../../embedded/embedded.ts";
import { clientOf, serve } from "../test-support.ts";
import { beginScram } from "./scram.ts";

/** A certificate of `localhost` and its key, for this test alone. */
const pem = (kind: string, base64: string) => `-----BEGIN ${kind}-----\n${base64}\n-----END ${kind}-----\n`;
const CERTIFICATE = pem(
  "CERTIFICATE",
  "MIIBlTCCATugAwIBAgIUUatMVeOno72mvXMSetLG3s0OfR0wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2" +
    "MTExOTAxMjYxN1oYDzIxMjYxMDI2MDEyNjE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC" +
    "AASqxJKP/6QYUMh7SqMxylMY2cVstc12E1LgEVTEN3Xl5ZK2DvwhoruiZrVzRoZ5Of3vTph5ZpnTks9XTCu+Mz+7o2kwZzAdBgNV" +
    "HQ4EFgQUDgLWLX3iB0uFReuriBXR9JxI6A0wHwYDVR0jBBgwFoAUDgLWLX3iB0uFReuriBXR9JxI6A0wDwYDVR0TAQH/BAUwAwEB" +
    "/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhAJxZH5o/bayWzzX2z+yQMr6FIw5phMQfN6FloQToMNMk" +
    "AiBzllwNokyBzOLWeOLIcLnb6XodP4q+DVF2RPq3obr3DA==",
);
const KEY = pem(
  "PRIVATE KEY",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgs6a+VkHc3W7w98kWULZqhOi6fXmn2JX460gRaJWKUtqhRANCAASq" +
    "xJKP/6QYUMh7SqMxylMY2cVstc12E1LgEVTEN3Xl5ZK2DvwhoruiZrVzRoZ5Of3vTph5ZpnTks9XTCu+Mz+7",
);

const PASSWORD = "pass wörd";

test("a client logs in by each kind of password, also by TLS, and is refused with a wrong one", async (t) => {
  const dataDir = newDataFolder("parley-login-");
  const cluster = await startCluster({ dataDir, progress: () => {} });
  t.after(async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { socketDir, port, user } = cluster;
  const at = (login: string, where = encodeURIComponent(socketDir), rest = "") =>
    `postgres://${login}@${where}:${port}/postgres${rest}`;
  const admin = clientOf(t, at(user));
  for (const [role, encryption] of [
    ["scram", "scram-sha-256"],
    ["md5", "md5"],
    ["password", "scram-sha-256"],
  ]) {
    await admin.unsafe(`set password_encryption = '${encryption}'; create role ${role} login password '${PASSWORD}'`);
  }
  const rules = ["scram scram-sha-256", "md5 md5", "password password", "all trust"];
  writeFileSync(join(dataDir, "postgres", "pg_hba.conf"), rules.map((rule) => `local all ${rule}\n`).join(""));
  await admin`select pg_reload_conf()`;

  const proxy = await serve(t, (socket) => {
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: KEY }).on("error", () => {});
      const database = connect(`${socketDir}/.s.PGSQL.${port}`);
      secure.pipe(database).pipe(secure);
    });
  });
  const withoutTls = await serve(t, (socket) => {
    socket.once("data", () => {
      socket.write("N");
      socket.pipe(connect(`${socketDir}/.s.PGSQL.${port}`)).pipe(socket);
    });
  });
  const optional = `postgres://scram:${encodeURIComponent(PASSWORD)}@localhost:${withoutTls}/postgres?sslmode=prefer`;
  const [plain] = await clientOf(t, optional)`select current_user::text as name`;
  assert.equal(plain?.["name"], "scram");

  const byTls = (login: string, mode: string) => `postgres://${login}@localhost:${proxy}/postgres?sslmode=${mode}`;
  for (const role of ["scram", "md5", "password"]) {
    const login = `${role}:${encodeURIComponent(PASSWORD)}`;
    for (const url of [at(login), byTls(login, "require")]) {
      const [row] = await clientOf(t, url)`select current_user::text as name`;
      assert.equal(row?.["name"], role);
    }
    await assert.rejects(clientOf(t, at(`${role}:wrong`))`select 1`.execute(), { code: "28P01", isUnsent: true });
  }
  const unverified = clientOf(t, byTls("scram", "verify-full"))`select 1`.execute();
  await assert.rejects(unverified, { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
});

test("a server without TLS is refused, unless it is optional, and so are bytes before TLS", async (t) => {
  for (const [response, mode, code] of [
    ["N", "require", undefined],
    ["N", "prefer", "CONNECTION_CLOSED"],
    ["Sx", "require", "CONNECTION_GARBLED"],
    ["", "require", "CONNECTION_CLOSED"],
  ] as const) {
    const seen: string[] = [];
    const port = await serve(t, (socket) => {
      socket.once("data", () => {
        socket.write(response);
        if (response === "") return socket.end();
        socket.once("data", (next) => {
          seen.push(next.toString("latin1"));
          socket.end();
        });
      });
    });
    const client = clientOf(t, `postgres://me@127.0.0.1:${port}/d?sslmode=${mode}`);
    await assert.rejects(client`select 1`.execute(), (error: { code?: string }) => error.code === code);
    assert.equal(seen.join().includes("me"), mode === "prefer", "the name goes only where it should");
  }
});

test("a server that does not know the password is refused", async () => {
  const scram = beginScram("secret", "nonce");
  const first = `r=nonceAndMore,s=${Buffer.from("salt").toString("base64")},i=4096`;
  assert.match(await scram.respond(first), /^c=biws,r=nonceAndMore,p=/);
  for (const signature of ["", "v=", `v=${Buffer.alloc(32).toString("base64")}`]) {
    assert.throws(() => scram.verify(signature), { code: "28P01" });
  }
  for (const wrong of [
    "r=other,s=AA==,i=4096",
    "r=nonce,s=AA==,i=4096",
    "r=nonceX,s=AA==,i=0",
    "r=nonceX,s=AA==,i=9999999",
  ]) {
    await assert.rejects(beginScram("secret", "nonce").respond(wrong), { code: "28P01" }, wrong);
  }
});
