import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { stopWithServers } from "../../../../../test/harness/server.ts";
import { CLIENT_ID, CLIENT_SECRET } from "../test-support.ts";

/** Somebody who has an account at the provider: its name is what they type there. */
export interface Somebody {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/** A real provider of OpenID Connect, where everybody logs in by their name and any password. */
export async function startProvider(people: Readonly<Record<string, Somebody>>) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [] as string[],
    post_logout_redirect_uris: [] as string[],
    backchannel_logout_uri: "",
    backchannel_logout_session_required: true,
  };
  const open = (url: string): void => {
    Object.assign(client, {
      redirect_uris: [`${url}/complete/oidc/corp`],
      post_logout_redirect_uris: [`${url}/login`],
      backchannel_logout_uri: `${url}/sso/oidc/corp/logout`,
    });
    const provider = new Provider(issuer, {
      clients: [client],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      jwks: { keys: [{ ...jwk, kid: "own", alg: "RS256", use: "sig" }] },
      cookies: { keys: ["of the tests"] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      features: {
        devInteractions: { enabled: true },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      findAccount: (_context, id) => {
        const claims = people[id];
        return claims === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...claims }) };
      },
      // Its own refuses loopback, where the server of a test is.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    });
    server.on("request", provider.callback());
  };
  const jwk = await exportJWK(privateKey);
  stopWithServers(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    issuer,
    /** Tells it the address of the server that people come back to. */
    open,
  };
}
