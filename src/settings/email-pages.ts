import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../api/errors.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Realms } from "../live/realms.ts";
import { escapeHtml } from "../markup/escape.ts";
import { confirmEmail, staleLink } from "./actions/change-email.ts";
import { openWish } from "./email-queries.ts";
import { CONFIRMATION_PATH, hashOfToken } from "./email-token.ts";

const POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'";

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Where the links in mails about a new address lead. Opening the page changes nothing, because programs that look
 * through mail open links too; its button does.
 */
export function addEmailPages(app: FastifyInstance, realms: Realms): void {
  const realmOf = async (request: FastifyRequest): Promise<LiveRealm> => {
    const realm = await realms.byHost(request.headers.host);
    if (realm === undefined) throw new ApiError("NONEXISTENT_SUBDOMAIN", "There is no organization at this host");
    return realm;
  };

  app.get(`${CONFIRMATION_PATH}/:token`, async (request: TokenRequest, reply) => {
    const { model } = await realmOf(request);
    const name = escapeHtml(model.realm.name);
    return page(reply, `<form method="post"><button>Use my new address for ${name}</button></form>`);
  });

  app.post(`${CONFIRMATION_PATH}/:token`, async (request: TokenRequest, reply) => {
    const realm = await realmOf(request);
    try {
      // Anybody may ask here, so the writer is only troubled with what can succeed.
      if ((await openWish(realm.sql, realm.id, hashOfToken(request.params.token))) === undefined) throw staleLink();
      const { email } = await realm.writeAsServer((tx) => confirmEmail(tx, request.params.token));
      return await page(reply, `<p>Your address is now ${escapeHtml(email)}.</p>`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return page(reply.code(error.status), `<p>${escapeHtml(error.message)}</p>`);
    }
  });
}

const page = (reply: FastifyReply, body: string) =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(`<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>New address</title>\n${body}\n</html>\n`);
