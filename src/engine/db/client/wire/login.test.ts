import assert from "node:assert/strict";
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { connect as connectTls, TLSSocket } from "node:tls";
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
/** Another certificate for the same name and key. */
const OTHER_CERTIFICATE = pem(
  "CERTIFICATE",
  "MIIBfzCCASWgAwIBAgIUFRSc4NRQeqr3OxTy57lqCUOyb3YwCgYIKoZIzj0EAwMwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExOTA0" +
    "MTgzMVoYDzIxMjUwNjEzMDQxODMxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASqxJKP/6QYUMh7" +
    "SqMxylMY2cVstc12E1LgEVTEN3Xl5ZK2DvwhoruiZrVzRoZ5Of3vTph5ZpnTks9XTCu+Mz+7o1MwUTAdBgNVHQ4EFgQUDgLWLX3iB0uFReur" +
    "iBXR9JxI6A0wHwYDVR0jBBgwFoAUDgLWLX3iB0uFReuriBXR9JxI6A0wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAwNIADBFAiEA0Vnb" +
    "tgeOErcwtpwbKr6LkkWeCRgPo0CDOWa1MypzJcgCIELwryW8ioKEi4qIxq1cFSqM1sBemSv5nmZIYGU17YbE",
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
  const scram = beginScram("secret", undefined, "nonce");
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
    await assert.rejects(beginScram("secret", undefined, "nonce").respond(wrong), { code: "28P01" }, wrong);
  }
});

test("a password is proved together with the certificate, where the server can do that or the URL requires it", async (t) => {
  const dataDir = newDataFolder("parley-binding-");
  // PostgreSQL has TLS only for TCP. Its port is always the same: the address is that of this process.
  const host = `127.9.${(process.pid >> 8) & 255}.${process.pid & 255}`;
  const cluster = await startCluster({ dataDir, progress: () => {}, settings: { listen_addresses: host } });
  t.after(async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const folder = join(dataDir, "postgres");
  const { uid, gid } = statSync(folder);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    chownSync(join(folder, name), uid, gid);
  };
  write("server.crt", CERTIFICATE);
  write("server.key", KEY);
  write(
    "pg_hba.conf",
    "local all all trust\nhost all trusted all trust\nhost all md5 all md5\nhost all all all scram-sha-256\n",
  );
  const admin = clientOf(
    t,
    `postgres://${cluster.user}@${encodeURIComponent(cluster.socketDir)}:${cluster.port}/postgres`,
  );
  await admin.unsafe(`create role scram login password '${PASSWORD}'; create role trusted login`);
  await admin.unsafe(`set password_encryption = 'md5'; create role md5 login password '${PASSWORD}'`);
  await admin`alter system set ssl to on`;
  await admin`select pg_reload_conf()`;

  const at = (role: string, query: string, address = `${host}:${cluster.port}`) =>
    clientOf(t, `postgres://${role}:${encodeURIComponent(PASSWORD)}@${address}/postgres?${query}`);
  const isLetIn = async (role: string, query: string, to?: string) => {
    const [row] = await at(role, query, to)`select current_user::text as name`;
    assert.equal(row?.["name"], role, query);
  };
  for (const binding of ["prefer", "require", "disable"]) {
    await isLetIn("scram", `sslmode=require&channel_binding=${binding}`);
  }
  for (const query of ["sslmode=disable", "sslmode=disable&channel_binding=disable"]) await isLetIn("scram", query);

  const refusal = { code: "28P01", message: /no channel binding, which the URL of the database requires/ };
  for (const [role, query] of [
    ["scram", "sslmode=disable"],
    ["trusted", "sslmode=require"],
    ["md5", "sslmode=require"],
  ] as const) {
    await isLetIn(role, query);
    await assert.rejects(at(role, `${query}&channel_binding=require`)`select 1`.execute(), refusal, `${role} ${query}`);
  }

  // Somebody between who has another certificate, and talks TLS in both directions.
  const between = `127.0.0.1:${await serve(t, (socket) => {
    socket.once("data", (request) => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, cert: OTHER_CERTIFICATE, key: KEY }).on("error", () => {});
      const server = connect(cluster.port, host).on("error", () => {});
      server.write(request);
      server.once("data", () => {
        const further = connectTls({ socket: server, rejectUnauthorized: false }).on("error", () => {});
        secure.pipe(further).pipe(secure);
      });
    });
  })}`;
  await isLetIn("scram", "sslmode=require&channel_binding=disable", between);
  for (const binding of ["prefer", "require"]) {
    const client = at("scram", `sslmode=require&channel_binding=${binding}`, between);
    await assert.rejects(client`select 1`.execute(), { isUnsent: true }, binding);
  }

  const client = at("scram", "sslmode=require");
  const rows = await client`copy (select repeat('x', 10000), generate_series(1, 1000000000)) to stdout`.readable();
  for await (const row of rows) {
    assert.ok(row);
    break;
  }
  assert.deepEqual([...(await client`select 7 as seven`)], [{ seven: 7 }], "what is given up is cancelled by TLS, too");
});
