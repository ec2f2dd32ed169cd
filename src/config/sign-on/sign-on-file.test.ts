import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSignOnFile } from "./sign-on-file.ts";

const PROVIDER = {
  kind: "oidc",
  slug: "corp",
  display_name: "Corp",
  issuer: "https://login.example.com",
  client_id: "parley",
  client_secret: "a secret",
};
const folder = mkdtempSync(join(tmpdir(), "parley-sign-on-file-"));
const read = (content: unknown, env: Record<string, string> = {}) => {
  const path = join(folder, "sign-on.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readSignOnFile(path, env);
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
  assert.ok(!JSON.stringify(providers[0]?.settings).includes("secret"));
});

test("what is wrong with the file is one sentence that names the provider and shows no secret", () => {
  const { client_secret: _, ...withoutSecret } = PROVIDER;
  const cases: readonly (readonly [content: unknown, reason: RegExp])[] = [
    ["[", /It is not JSON\.$/],
    [{}, /It must be a list of providers\.$/],
    [[7], /Provider 1: It must be an object\.$/],
    [[{ ...PROVIDER, kind: "carrier pigeon" }], /Provider "corp": Its kind must be oidc\.$/],
    [[{ ...PROVIDER, slug: "Corp!" }], /The name in addresses has lower-case letters/],
    [[{ ...PROVIDER, issuer: "ftp://login.example.com" }], /The issuer must be an https URL/],
    [[{ ...PROVIDER, sekret: 1 }], /Provider "corp": .*settings/],
    [[withoutSecret], /It needs a client_secret, or "client_auth": "none"\.$/],
    [[{ ...PROVIDER, client_secret: 5 }], /must be a text or \{ "env": "NAME" \}\.$/],
    [[{ ...PROVIDER, client_secret: { env: "NOT_SET" } }], /The variable NOT_SET of its client_secret is not set\.$/],
    [[{ ...PROVIDER, organizations: "lear" }], /must be a list of subdomains\.$/],
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
