import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { raw, type RawAnswer } from "../../../../test/harness/raw.ts";
import { stopWithServers, type TestServer } from "../../../../test/harness/server.ts";

export const CLIENT_ID = "parley";
export const CLIENT_SECRET = "a secret of the tests";

/** What a token says, and how it is signed. */
export interface Forged {
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  readonly sign?: "none" | "hs256" | "other key";
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

interface Grant extends Forged {
  readonly nonce: string;
  readonly challenge: string;
}

/** A provider of OpenID Connect that signs whatever a test wants. */
export async function startForger() {
  const key = await generateKeyPair("RS256", { extractable: true });
  const other = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(key.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const requests: string[] = [];
  let issuer = "";
  let userinfo: Forged["userinfo"];

  const sign = (claims: JWTPayload, way: Forged["sign"], typ = "JWT"): Promise<string> | string => {
    if (way === "none") return new UnsecuredJWT(claims).encode();
    // The public key, which everybody has, as a shared secret.
    if (way === "hs256")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: "own" })
        .sign(Buffer.from(JSON.stringify(jwk)));
    const signer = way === "other key" ? other.privateKey : key.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own", typ }).sign(signer);
  };
  const idToken = ({ nonce, claims = {}, sign: way }: Grant) => {
    const now = Math.floor(Date.now() / 1000);
    const all: Record<string, unknown> = {
      iss: issuer,
      sub: "s-1",
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce,
      ...claims,
    };
    for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
    return sign(all, way);
  };
  const tokens = async (form: URLSearchParams, authorization: string | undefined) => {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${encodeURIComponent(CLIENT_SECRET).replaceAll("%20", "+")}`).toString("base64")}`;
    if (grant === undefined || challenge !== grant.challenge || authorization !== basic) return undefined;
    userinfo = grant.userinfo ?? { sub: grant.claims?.["sub"] };
    return { access_token: "access", token_type: "Bearer", id_token: await idToken(grant) };
  };
  const server = createServer((request, response) => {
    void (async () => {
      requests.push(request.url ?? "");
      const reply = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      let text = "";
      for await (const chunk of request) text += String(chunk);
      if (request.url === "/.well-known/openid-configuration") return reply(200, metadata());
      if (request.url === "/jwks") return reply(200, { keys: [jwk] });
      if (request.url === "/userinfo") return reply(200, userinfo);
      const granted = await tokens(new URLSearchParams(text), request.headers.authorization);
      return granted === undefined ? reply(400, { error: "invalid_grant" }) : reply(200, granted);
    })();
  });
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stopWithServers(async () => void server.close());
  return {
    issuer,
    /** What it was asked for. */
    requests,
    /** Lets somebody in as a test wants: the code by which they come back. */
    grant(asked: URL, forged: Forged = {}): string {
      const code = `code-${Math.random().toString(36).slice(2)}`;
      const [nonce, challenge] = [
        asked.searchParams.get("nonce") ?? "",
        asked.searchParams.get("code_challenge") ?? "",
      ];
      grants.set(code, { nonce, challenge, ...forged });
      return code;
    },
    /** A token by which it tells that somebody has logged out there. */
    logoutToken: (claims: Record<string, unknown>, way?: Forged["sign"], typ = "logout+jwt") => {
      const now = Math.floor(Date.now() / 1000);
      const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
      const all: Record<string, unknown> = {
        iss: issuer,
        aud: CLIENT_ID,
        iat: now,
        exp: now + 60,
        jti: Math.random().toString(),
        events,
        ...claims,
      };
      for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
      return sign(all, way, typ);
    },
  };
}

export type Forger = Awaited<ReturnType<typeof startForger>>;

/** The flags of a server with these providers in the operator's file. */
export function signOnFlags(providers: readonly object[]): string[] {
  const file = join(mkdtempSync(join(tmpdir(), "parley-sign-on-")), "sign-on.json");
  writeFileSync(file, JSON.stringify(providers));
  return ["--sign-on", file];
}

export const providerBy = (issuer: string, settings: object = {}, slug = "corp") => ({
  kind: "oidc",
  slug,
  display_name: "Corp",
  issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  ...settings,
});

/** A login that has begun in some browser. */
export interface Begun {
  /** Where the browser is led. */
  readonly asked: URL;
  readonly cookie: string;
  readonly answer: RawAnswer;
}

const cookieIn = ({ headers }: RawAnswer): string => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";

export async function begin(
  server: Pick<TestServer, "url">,
  path = "/accounts/login/social/oidc/corp",
  headers: Readonly<Record<string, string>> = {},
): Promise<Begun> {
  const answer = await raw(`${server.url}${path}`, { headers, redirect: "manual" });
  return { asked: new URL(answer.headers.get("location") ?? "http://none/"), cookie: cookieIn(answer), answer };
}

/** Comes back from the provider. */
export async function comeBack(
  server: Pick<TestServer, "url">,
  { asked, cookie }: Pick<Begun, "asked" | "cookie">,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const { pathname } = new URL(asked.searchParams.get("redirect_uri") ?? `${server.url}/complete/oidc/corp`);
  const query = new URLSearchParams({ state: asked.searchParams.get("state") ?? "" });
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
  return raw(`${server.url}${pathname}?${query}`, { headers: { ...headers, cookie }, redirect: "manual" });
}

/** A whole login, as the forger lets somebody in. */
export async function signOn(
  server: Pick<TestServer, "url">,
  forger: Forger,
  forged: Forged = {},
  path?: string,
): Promise<RawAnswer> {
  const begun = await begin(server, path);
  return comeBack(server, begun, { code: forger.grant(begun.asked, forged), iss: forger.issuer });
}

/** The session that an answer has begun; nothing where it has begun none. */
export const sessionOf = (answer: RawAnswer): string | undefined =>
  /__Host-parley=[A-Za-z0-9]{64}/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
