import { escapeHtml } from "#markup/escape.ts";
import type { Mail } from "#outbound/mail-server.ts";

/** A mail that says something and asks for one thing. */
export interface Letter {
  readonly recipient: string;
  readonly subject: string;
  readonly greeting: string;
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

/** The same words as text and as HTML. Mail programs ignore style sheets, so every style is where it is needed. */
export function letter({ recipient, subject, greeting, paragraphs, action, footer }: Letter): Mail {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return {
    recipient,
    subject,
    body: `${[greeting, ...paragraphs, ...link].join("\n\n")}\n\n-- \n${footer}\n`,
    html:
      `<div style="max-width:34em;margin:0 auto;padding:24px 16px;${FONT};font-size:16px;line-height:1.5;color:#1f1f21">` +
      [greeting, ...paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`).join("") +
      (action === undefined ? "" : buttonOf(action)) +
      `<p style="margin-top:28px;padding-top:14px;border-top:1px solid #e2e2e0;${SMALL}">${escapeHtml(footer)}</p></div>`,
  };
}

const buttonOf = ({ label, url }: NonNullable<Letter["action"]>): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>` +
  `<p style="${SMALL}">If the button does not work, open this address:<br>` +
  `<a href="${escapeHtml(url)}" style="color:#4353c8;word-break:break-all">${escapeHtml(url)}</a></p>`;
