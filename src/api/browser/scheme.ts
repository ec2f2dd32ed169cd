import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { BROWSER_PREFIX, isForBrowsers, PREFIX, type RequestHead } from "#http/exchange.ts";
import { authenticateRequest, provenUser } from "../callers/auth.ts";
import type { Caller } from "../callers/caller.ts";
import { webhookCaller } from "../callers/user-by-key.ts";
import { refuseOtherOrigins, refuseOtherSites } from "./same-origin.ts";
import { refuseOtherUser } from "./same-user.ts";
import {
  dropCookie,
  findSession,
  type KnownSession,
  noteSeen,
  provenSession,
  refuseWithoutTwoStep,
  userOfSession,
  whyNot,
} from "./session.ts";
import type { Auth } from "../endpoint.ts";
import { clientName } from "../parameters/client-name.ts";

/** How callers below a prefix show who they are: by this and by nothing else. */
export interface Scheme {
  readonly prefix: string;
  readonly isForBrowsers: boolean;
  /** Refuses a request before anybody asks who sends it. */
  readonly checkSource: (realm: RealmRuntime, head: RequestHead) => void;
  readonly authenticate: (
    realm: RealmRuntime,
    head: RequestHead,
    auth: Auth,
    responseHeaders: Record<string, string>,
  ) => Caller | Promise<Caller>;
  /** Who sends a request, as far as that shows without waiting. */
  readonly proven: (realm: RealmRuntime, head: RequestHead) => User | undefined;
  /** The name of the program that sends it, which may say so in a parameter. */
  readonly clientName: (parameter: string | undefined, head: RequestHead) => string;
}

/** Programs: an email and an API key by HTTP basic authentication, or a key as a bearer token. Cookies mean nothing here. */
export const keyScheme = (site: Site): Scheme => ({
  prefix: PREFIX,
  isForBrowsers: false,
  checkSource: (realm, head) => refuseOtherSites(site, realm, head),
  authenticate(realm, head, auth) {
    if (auth === "webhook") return webhookCaller(site, realm, head);
    return authenticateRequest(site, realm, head, auth);
  },
  proven: (realm, { headers }) => provenUser(site, realm, headers),
  clientName: (parameter, { headers }) => clientName(parameter, headers["user-agent"]),
});

/** Browsers: the cookie of a session. Keys mean nothing here. */
export const sessionScheme = (site: Site): Scheme => ({
  prefix: BROWSER_PREFIX,
  isForBrowsers: true,
  checkSource: (realm, head) => refuseOtherOrigins(site, realm, head),
  authenticate(realm, head, _auth, responseHeaders) {
    const refuse = async (): Promise<never> => {
      await dropCookie(site, realm, head, responseHeaders);
      throw whyNot(site, realm, head);
    };
    const admit = (session: KnownSession | undefined): Caller | Promise<Caller> => {
      if (session === undefined) return refuse();
      const user = userOfSession(realm, session);
      refuseWithoutTwoStep(site, realm, user, session.session);
      refuseOtherUser(user, head, responseHeaders);
      noteSeen(site, realm, session, head, responseHeaders);
      return { user, session, key: undefined };
    };
    const found = findSession(site, realm, head);
    return found instanceof Promise ? found.then(admit) : admit(found);
  },
  proven(realm, head) {
    const session = provenSession(site, realm, head);
    try {
      return session && userOfSession(realm, session);
    } catch {
      // The session of a deactivated organization is refused when the request is authenticated.
      return undefined;
    }
  },
  // What somebody sends from the app, they have read.
  clientName: () => "website",
});

export interface Schemes {
  readonly key: Scheme;
  readonly session: Scheme;
}

export const createSchemes = (site: Site): Schemes => ({ key: keyScheme(site), session: sessionScheme(site) });

export const schemeFor = ({ key, session }: Schemes, url: string): Scheme => (isForBrowsers(url) ? session : key);
