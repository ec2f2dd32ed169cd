import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { signingKey } from "#domains/entry/sign-on/saml/test-support.ts";
import { readSignOnFile } from "./sign-on-file.ts";

const PROVIDER = {
  kind: "oidc",
  slug: "corp",
  display_name: "Corp",
  issuer: "https://login.example.com",
  client_id: "parley",
  client_secret: "a secret",
};
const SAML = {
  ...{ kind: "saml", slug: "castle", display_name: "Castle", entity_id: "https://login.example.com" },
  ...{ sso_url: "https://login.example.com/sso", certificates: [signingKey().certificate] },
};
const weakKey = () => signingKey(-1, 24, 1024).certificate;
const folder = mkdtempSync(join(tmpdir(), "parley-sign-on-file-"));
const read = (content: unknown, env: Record<string, string> = {}) => {
  const path = join(folder, "sign-on.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readSignOnFile(path, env).providers;
};

test("the providers of the operator's file, with secrets as texts or in variables", () => {
  const { client_secret: _, ...open } = PROVIDER;
  const providers = read(
    [
      PROVIDER,
      { ...PROVIDER, slug: "hidden", client_secret: { env: "CORP_SECRET" }, organizations: ["lear", ""] },
      { ...open, slug: "open", client_auth: "none" },
    ],
    { CORP_SECRET: "from the variable" },
  );
  assert.deepEqual(
    providers.map(({ slug, secret, organizations }) => [slug, secret, organizations]),
    [
      ["corp", "a secret", undefined],
      ["hidden", "from the variable", ["lear", ""]],
      ["open", undefined, undefined],
    ],
  );
  const [saml] = read([SAML]);
  assert.deepEqual([saml?.kind, saml?.secret], ["saml", undefined]);
  assert.ok(!JSON.stringify(providers[0]?.settings).includes("secret"));
});

test("what is wrong with the file is one sentence that names the provider and shows no secret", () => {
  const { client_secret: _, ...withoutSecret } = PROVIDER;
  const cases: readonly (readonly [content: unknown, reason: RegExp])[] = [
    ["[", /It is not JSON\.$/],
    [{}, /It must be a list of providers\.$/],
    [[7], /Provider 1: It must be an object\.$/],
    [[{ ...PROVIDER, kind: "carrier pigeon" }], /Provider "corp": Its kind must be oidc or saml or ldap or jwt\.$/],
    [[{ ...PROVIDER, slug: "Corp!" }], /The name in addresses has lower-case letters/],
    [[{ ...PROVIDER, issuer: "ftp://login.example.com" }], /The issuer must be an https URL/],
    [[{ ...PROVIDER, sekret: 1 }], /Provider "corp": .*settings/],
    [[withoutSecret], /It needs a client_secret, or "client_auth": "none"\.$/],
    [[{ ...PROVIDER, client_secret: 5 }], /must be a text or \{ "env": "NAME" \}\.$/],
    [[{ ...PROVIDER, client_secret: { env: "NOT_SET" } }], /The variable NOT_SET of its client_secret is not set\.$/],
    [[{ ...PROVIDER, organizations: "lear" }], /must be a list of subdomains\.$/],
    [[{ ...SAML, certificates: undefined }], /settings\["certificates"\] field is missing\.$/],
    [[{ ...SAML, certificates: [] }], /too few entries/],
    [[{ ...SAML, certificates: ["no certificate"] }], /A certificate cannot be read: enter all of what/],
    [[{ ...SAML, certificates: [weakKey()] }], /must have an RSA key of 2048 bits at least\.$/],
    [[{ ...SAML, slo_url: "http://login.example.com" }], /The provider's addresses must be https URLs\.$/],
    [[{ ...SAML, client_secret: "a secret" }], /settings/],
    [[PROVIDER, PROVIDER], /Two providers are called "corp"\.$/],
  ];
  for (const [content, reason] of cases) {
    assert.throws(
      () => read(content),
      ({ message }: Error) => {
        assert.match(message, reason);
        assert.ok(!message.includes("a secret"), message);
        return true;
      },
    );
  }
  assert.throws(() => readSignOnFile(join(folder, "absent.json"), {}), /It cannot be read \(ENOENT\)\.$/);
});

test("a directory must be encrypted, unless it is on this machine or the operator does without", () => {
  const DIRECTORY = {
    ...{ kind: "ldap", slug: "staff", display_name: "Staff", urls: ["ldaps://ldap.example.com"] },
    ...{ bind_dn: "cn=parley", bind_password: "a secret", base: "dc=example" },
  };
  const certificate = join(folder, "ca.pem");
  writeFileSync(certificate, "-----BEGIN CERTIFICATE-----");
  const plain = ["ldap://ldap.example.com"];
  const good: readonly object[] = [
    {},
    { urls: plain, start_tls: true, ca_file: certificate },
    { urls: plain, insecure: true },
    { urls: ["ldap://localhost:3389", "ldap://[::1]", "ldap://127.0.0.1"] },
    { require: { objectClass: "person" }, mappings: { groups: { claim: "groups", map: { a: "b" } } } },
  ];
  for (const settings of good) assert.equal(read([{ ...DIRECTORY, ...settings }])[0]?.secret, "a secret");
  const wrongs: readonly (readonly [object, RegExp])[] = [
    [
      { urls: plain },
      /Passwords would go to ldap\.example\.com without encryption: use ldaps, or "start_tls": true\.$/,
    ],
    [{ urls: ["ldaps://ldap.example.com", ...plain] }, /Passwords would go to ldap\.example\.com/],
    [{ urls: ["https://ldap.example.com"] }, /Its urls must be such as ldaps:\/\/ldap\.example\.com\.$/],
    [{ urls: ["ldaps://ldap.example.com/dc=example"] }, /Its urls must be such as/],
    [{ urls: ["ldaps://name@ldap.example.com"] }, /Its urls must be such as/],
    [{ urls: [] }, /settings/],
    [{ bind_password: undefined }, /It needs a bind_password\.$/],
    [{ ca_file: join(folder, "absent.pem") }, /Its ca_file cannot be read \(ENOENT\)\.$/],
    [{ ca_file: join(folder, "sign-on.json") }, /Its ca_file has no certificate in PEM\.$/],
    [{ filter: "(uid=*)" }, /settings/],
  ];
  for (const [settings, reason] of wrongs) {
    assert.throws(
      () => read([{ ...DIRECTORY, ...settings }]),
      ({ message }: Error) => {
        assert.match(message, reason);
        assert.ok(!message.includes("a secret"), message);
        return true;
      },
    );
  }
});

test("keys by which tokens are signed, which are all secrets or all public keys", () => {
  const key = "k".repeat(32);
  const path = join(folder, "jwt.json");
  const logins = (...entries: readonly object[]) => {
    writeFileSync(path, JSON.stringify(entries.map((entry) => ({ kind: "jwt", ...entry }))));
    return readSignOnFile(path, { JWT_KEY: key }).jwtLogins;
  };
  const pem = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" });
  assert.deepEqual(
    logins(
      { algorithms: ["HS256"], key: { env: "JWT_KEY" }, organizations: ["lear"] },
      { algorithms: ["EdDSA", "ES256"], key: pem, allow_no_expiry: true },
    ).map(({ isShared, allowsNoExpiry, organizations }) => [isShared, allowsNoExpiry, organizations]),
    [
      [true, false, ["lear"]],
      [false, true, undefined],
    ],
  );
  const cases: readonly (readonly [entry: object, reason: RegExp])[] = [
    [{ algorithms: ["none"], key }, /Its algorithms must be a list of HS256/],
    [{ algorithms: ["HS256", "RS256"], key }, /Its algorithms must be a list of HS256/],
    [{ algorithms: [], key }, /Its algorithms must be a list of HS256/],
    [{ key }, /Its algorithms must be a list of HS256/],
    [{ algorithms: ["HS256"] }, /It needs a key/],
    [{ algorithms: ["HS256"], key: "short" }, /at least 32 bytes/],
    [{ algorithms: ["RS256"], key }, /must be a public key as PEM/],
    [{ algorithms: ["HS256"], key: 7 }, /Its key must be a text or/],
    [{ algorithms: ["HS256"], key, allow_no_expiry: "yes" }, /allow_no_expiry/],
    [{ algorithms: ["HS256"], key, secret: 1 }, /unknown field secret/],
    [{ algorithms: ["HS256"], key, organizations: "x" }, /list of subdomains/],
  ];
  for (const [entry, reason] of cases) {
    assert.throws(
      () => logins(entry),
      ({ message }: Error) => {
        assert.match(message, reason);
        assert.ok(!message.includes(key), message);
        return true;
      },
    );
  }
});
