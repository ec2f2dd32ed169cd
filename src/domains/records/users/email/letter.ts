import { escapeHtml } from "#markup/escape.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { type Texts, textsIn } from "../../pages/texts.ts";
import { userSetting } from "../record/settings.ts";

/** A mail that says something and asks for one thing, in the language of its texts. */
export interface Letter {
  readonly texts: Texts;
  readonly recipient: string;
  /** Whom it greets, where they have a name here. */
  readonly name?: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** What stands below, in small letters. */
  readonly footer: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const BUTTON =
  "display:inline-block;padding:11px 20px;border-radius:8px;background:#4353c8;color:#ffffff;" +
  "font-weight:600;text-decoration:none";
const SMALL = "color:#6b6b70;font-size:13px;line-height:1.5";

/** What every mail to somebody with an account has: their address and name, and their language. */
export const toUser = (user: User): Pick<Letter, "texts" | "recipient" | "name"> => ({
  texts: textsForUser(user),
  recipient: user.email,
  name: user.fullName,
});

export const textsForUser = (user: User): Texts => textsIn(userSetting(user, "default_language"));

/** The same words as text and as HTML. Mail programs ignore style sheets, so every style is where it is needed. */
export function letter({ texts, recipient, name, subject, paragraphs, action, footer }: Letter): Mail {
  const greeting = name === undefined ? texts.t("Hello,") : texts.t("Hello {name},", { name });
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return {
    recipient,
    subject,
    body: `${[greeting, ...paragraphs, ...link].join("\n\n")}\n\n-- \n${footer}\n`,
    html:
      `<div style="max-width:34em;margin:0 auto;padding:24px 16px;${FONT};font-size:16px;line-height:1.5;color:#1f1f21">` +
      [greeting, ...paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`).join("") +
      (action === undefined ? "" : buttonOf(texts, action)) +
      `<p style="margin-top:28px;padding-top:14px;border-top:1px solid #e2e2e0;${SMALL}">${escapeHtml(footer)}</p></div>`,
  };
}

const buttonOf = ({ t }: Texts, { label, url }: NonNullable<Letter["action"]>): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>` +
  `<p style="${SMALL}">${escapeHtml(t("If the button does not work, open this address:"))}<br>` +
  `<a href="${escapeHtml(url)}" style="color:#4353c8;word-break:break-all">${escapeHtml(url)}</a></p>`;
