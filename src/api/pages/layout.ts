import { createHash } from "node:crypto";
import { escapeHtml } from "#markup/escape.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { STYLE } from "./style.ts";

/** A page for people: one heading, and what there is to read or to fill in below it. */
export interface Document {
  readonly organization: string;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly status?: number;
}

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** No script runs, nothing is loaded, forms go nowhere else, and no other site can show the page in a frame. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  // The path may hold a key. Browsers name the origin of a form only if they may name the page.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

export function documentResponse({ organization, title, body, status = 200 }: Document): HttpResponse {
  const name = escapeHtml(organization);
  const initial = escapeHtml(firstLetter(organization));
  return {
    status,
    headers: HEADERS,
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><span class="logo" aria-hidden="true">${initial}</span><span>${name}</span></header>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`,
  };
}

const letters = new Intl.Segmenter("en");
/** As people see it: an emoji of several characters is one. */
const firstLetter = (name: string): string =>
  letters.segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase() ?? "";

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** In smaller letters. */
export const aside = (text: string): string => `<p class="also">${escapeHtml(text)}</p>`;

export const buttonLink = (label: string, href: string): string =>
  `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`;
