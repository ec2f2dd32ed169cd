import { Type } from "#platform/schema/type.ts";
import { TWO_STEP_PATH } from "#api/browser/session.ts";
import { mustSetUpTwoStep } from "#engine/model/access/two-step.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, integer, optional, text, withDefault } from "#api/parameters/params.ts";
import { checkedName, logIn } from "../login/log-in.ts";
import { mailAboutLogin } from "../login/login-mail.ts";
import { checkSecondStep, useSecondStep } from "../two-step/second-step.ts";
import { ownSession, ownSessions } from "./access.ts";
import { endSession, startSession, startSessionByPassword } from "./actions.ts";
import { confirmationEndpoints, ofBrowser } from "./confirmation-endpoints.ts";
import { ownBrowserSession } from "./confirmation.ts";
import { prepareSession } from "./new-session.ts";
import { presentSession, SessionSchema } from "./present.ts";

const postLogin = endpoint({
  id: "log-in",
  method: "POST",
  path: "/login",
  summary: "Begins a session: sets a cookie that takes the place of the API key below `/json`.",
  auth: "none",
  scope: "none",
  audits: ["login.succeeded", "session.ended", "two_step.recovery_code_used"],
  params: {
    username: text("The account's email address, or its user name in a directory.", { max: 254 }),
    password: text("The account's password.", { max: 10_000 }),
    code: optional(
      text("With two-step login: the six digits that the authenticator app shows.", { max: 20, trim: true }),
    ),
    recovery_code: optional(text("In place of the code: one of the recovery codes.", { max: 100, trim: true })),
    remember: withDefault(
      boolean("Whether the session outlives the browser: 30 days after its last use instead of one at most."),
      false,
    ),
  },
  result: { email: Type.String(), user_id: Type.Integer(), two_step_set_up: Type.Optional(Type.String()) },
  errors: [
    "BAD_REQUEST",
    "AUTHENTICATION_FAILED",
    "TWO_STEP_REQUIRED",
    "PASSWORD_AUTH_DISABLED",
    "USER_DEACTIVATED",
    "REALM_DEACTIVATED",
    "RATE_LIMIT_HIT",
    "CSRF_FAILED",
    "CONFIRMATION_REQUIRED",
    "SERVICE_UNAVAILABLE",
  ],
  async run({ site, realm, params, address, agent, client, ...call }) {
    const name = checkedName(site, realm, params.username);
    const browser = ofBrowser(call.browser);
    const source = { address: address(), agent: agent() };
    const { user, passwordHash, by } = await logIn(site, realm, { name, password: params.password, source });
    const { code, recovery_code: recoveryCode } = params;
    const secondStep = await checkSecondStep(site, realm, user, { code, recoveryCode, source });
    const before = await browser.session();
    const session = prepareSession(browser, address(), params.remember, before);
    if (before !== undefined) await realm.writeAsServer((tx) => endSession(tx, before));
    await realm.write(user, async (tx, present) => {
      if (passwordHash === undefined) await startSession(tx, present, { ...session.input, by });
      else await startSessionByPassword(tx, present, passwordHash, session.input);
      await useSecondStep(tx, present, secondStep, site.config.smtpUrl !== undefined);
      tx.audit("login.succeeded", present.id, { by_password: true, provider: by?.provider });
    });
    session.handOver();
    await mailAboutLogin(site, realm, user, client);
    const mustSetUp = mustSetUpTwoStep(realm.model, user, site.clock.now());
    return { email: user.email, user_id: user.id, ...(mustSetUp && { two_step_set_up: `${TWO_STEP_PATH}/` }) };
  },
});

const postLogout = endpoint({
  id: "log-out",
  method: "POST",
  path: "/logout",
  summary: "Ends the caller's session, and makes the browser forget what it has kept.",
  auth: "none",
  scope: "none",
  audits: ["session.ended"],
  params: {},
  result: {},
  errors: ["CSRF_FAILED"],
  async run({ realm, ...call }) {
    const browser = ofBrowser(call.browser);
    const session = await browser.session();
    if (session !== undefined) await realm.writeAsServer((tx) => endSession(tx, session));
    browser.clear();
    return {};
  },
});

const getCurrentSession = endpoint({
  id: "get-current-session",
  method: "GET",
  path: "/sessions/current",
  summary:
    "Whose session the browser has, and whether that outlives it. What a page has kept of somebody it shows after this.",
  auth: "human",
  scope: "full",
  params: {},
  result: { user_id: Type.Integer(), is_persistent: Type.Boolean() },
  errors: [],
  async run({ actor, ...call }) {
    const { isPersistent } = await ownBrowserSession(ofBrowser(call.browser));
    return { user_id: actor.id, is_persistent: isPersistent };
  },
});

const getSessions = endpoint({
  id: "get-sessions",
  method: "GET",
  path: "/sessions",
  summary: "The browsers in which the caller is logged in, the one that was used last first.",
  auth: "human",
  scope: "full",
  params: {},
  result: { sessions: Type.Array(SessionSchema) },
  errors: [],
  async run({ realm, actor, browser }) {
    const current = await browser?.session();
    return { sessions: (await ownSessions(realm, actor)).map((row) => presentSession(row, current?.id)) };
  },
});

const deleteSession = endpoint({
  id: "end-session",
  method: "DELETE",
  path: "/sessions/{session_id}",
  summary: "Logs the caller out of a browser, at once.",
  auth: "human",
  scope: "full",
  audits: ["session.ended"],
  params: { session_id: integer("The session.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => endSession(tx, ownSession(tx.model, present, params.session_id)));
    return {};
  },
});

export const sessionEndpoints = [getSessions, deleteSession] as const;
export const browserOnlyEndpoints = [postLogin, postLogout, getCurrentSession, ...confirmationEndpoints] as const;
