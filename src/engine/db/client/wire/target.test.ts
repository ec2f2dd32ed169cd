import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { test } from "node:test";
import { parseTarget } from "./target.ts";

test("a URL of a database says what it says to libpq", () => {
  const me = userInfo().username;
  const addresses = (url: string) =>
    parseTarget(url).addresses.map((address) => ("path" in address ? address.path : `${address.host} ${address.port}`));
  const login = (url: string) => {
    const { user, password, database } = parseTarget(url);
    return [user, password, database];
  };
  assert.deepEqual(addresses("postgres://"), ["localhost 5432"]);
  assert.deepEqual(addresses("postgres://u@h:1,[::1]:2,k/d"), ["h 1", "::1 2", "k 5432"]);
  assert.deepEqual(addresses("postgres://%2Frun%2Fp:7/d"), ["/run/p/.s.PGSQL.7"]);
  assert.deepEqual(addresses("postgres:///d?host=/run/p,b&port=1,2"), ["/run/p/.s.PGSQL.1", "b 2"]);
  assert.deepEqual(addresses("postgres://h:1/d?host=a,b"), ["a 1", "b 1"]);
  assert.deepEqual(addresses("postgres://h:1/d?port=3"), ["h 3"]);
  assert.deepEqual(addresses("postgres://h:1/d?host=::1&port="), ["::1 5432"]);
  assert.deepEqual(login("postgres://h"), [me, "", me]);
  assert.deepEqual(login("postgres://u%40x:p%3Ax@h/d%2Fe"), ["u@x", "p:x", "d/e"]);
  assert.deepEqual(login("postgres://u:p@h/d?user=v@y&password=q%2Br+s&dbname=e"), ["v@y", "q+r+s", "e"]);
  assert.deepEqual(login("postgres://u:p@h/d?user=v&user=w"), ["w", "p", "d"], "the last one counts");
  assert.equal(parseTarget("postgres://h/d?connect_timeout=3").connectMs, 3000);
  assert.equal(parseTarget("postgres://h/d?connect_timeout=0").connectMs, undefined);
});

test("only what libpq passes on goes to the server as a setting", () => {
  const url =
    "postgres://h/d?application_name=chat%201&options=-c%20work_mem%3D8MB&channel_binding=require&sslmode=require" +
    "&target_session_attrs=primary&client_encoding=UTF8&gssencmode=disable&connect_timeout=3&user=u&host=k&port=1";
  const { settings, channelBinding, role } = parseTarget(url);
  assert.deepEqual(settings, { application_name: "chat 1", options: "-c work_mem=8MB" });
  assert.deepEqual([channelBinding, role], ["require", "primary"]);
  assert.equal(parseTarget("postgres://h/d").channelBinding, "prefer");
});

test("a URL that Parley cannot follow is refused with a sentence", () => {
  for (const [query, sentence] of [
    ["sslrootcert=/etc/ca.pem", /^sslrootcert can only be system; NODE_EXTRA_CA_CERTS adds others$/],
    ["sslrootcert=", /^sslrootcert can only be system/],
    ["sslmode=verify", /^sslmode cannot be verify$/],
    ["sslcert=/etc/client.pem", /unknown parameter sslcert;/],
    ["require_auth=scram-sha-256", /unknown parameter require_auth;/],
    ["statement_timeout=5000", /unknown parameter statement_timeout; settings of PostgreSQL go into options=/],
    ["constructor=1", /unknown parameter constructor;/],
    ["client_encoding=latin1", /cannot have client_encoding=latin1$/],
    ["channel_binding=maybe", /^channel_binding cannot be maybe$/],
    ["target_session_attrs=master", /^target_session_attrs cannot be master$/],
    ["host=a,b,c&port=1,2", /2 ports for 3 hosts$/],
    ["port=0", /^the port of the database cannot be 0$/],
    ["port=1e3", /^the port of the database cannot be 1e3$/],
    ["connect_timeout=soon", /^connect_timeout is a whole number of seconds$/],
  ] as const) {
    assert.throws(() => parseTarget(`postgres://u@h/d?${query}`), { message: sentence }, query);
  }
  assert.equal(parseTarget("postgres://u@h/d?sslrootcert=system").tls?.isVerified, true);
});
