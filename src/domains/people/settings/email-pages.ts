import { ApiError } from "../../../platform/errors.ts";
import type { HttpResponse } from "../../../http/exchange.ts";
import { content, type PageRoute, page, realmAt } from "../../../api/pages/page.ts";
import { readPool } from "../../../engine/runtime/pools.ts";
import type { Realms } from "../../../engine/runtime/realms.ts";
import { escapeHtml } from "../../../markup/escape.ts";
import { confirmEmail, staleLink } from "./actions/change-email.ts";
import { CONFIRMATION_PATH } from "./email-mails.ts";
import { hashOfToken, pendingEmailChange } from "./email-queries.ts";

const POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * The page of the links in mails about a new address. Opening it changes nothing, because programs that scan mail open
 * links, too; its button does.
 */
export function emailPages(realms: Realms): PageRoute[] {
  const path = `${CONFIRMATION_PATH}/{token}`;
  return [
    page(path, async ({ head }) => {
      const { model } = await realmAt(realms, head);
      const name = escapeHtml(model.realm.name);
      return html(`<form method="post"><button>Use my new address for ${name}</button></form>`);
    }),
    page(
      path,
      async ({ head, inPath: { token = "" } }) => {
        const realm = await realmAt(realms, head);
        try {
          // Anybody may send this request, so the writer only gets tokens that are valid now.
          if ((await pendingEmailChange(readPool(realm), realm.id, hashOfToken(token))) === undefined)
            throw staleLink();
          const { email } = await realm.writeAsServer((tx) => confirmEmail(tx, token));
          return html(`<p>Your address is now ${escapeHtml(email)}.</p>`);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return { ...html(`<p>${escapeHtml(error.message)}</p>`), status: error.status };
        }
      },
      "POST",
    ),
  ];
}

const html = (body: string): HttpResponse =>
  content(
    "text/html; charset=utf-8",
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>New address</title>\n${body}\n</html>\n`,
    { "content-security-policy": POLICY, "referrer-policy": "no-referrer", "cache-control": "no-store" },
  );
