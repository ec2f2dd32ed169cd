import { createHash } from "node:crypto";
import type { Model } from "#engine/model/model.ts";
import { escapeHtml } from "#markup/escape.ts";
import { renderMarkdown } from "#markup/render.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { pictureSource, pictureUrl } from "../organization/icon.ts";
import { realmProperty } from "../organization/properties.ts";
import { STYLE } from "./style.ts";
import type { Texts } from "./texts.ts";

/** What the pages show of an organization to everybody. */
export interface Organization {
  readonly name: string;
  /** The address of its icon, if it has one. */
  readonly icon?: string | undefined;
  /** HTML. */
  readonly description: string;
}

export const shownOrganization = (model: Model): Organization => ({
  name: model.realm.name,
  icon: pictureSource(model, "icon") === "U" ? pictureUrl(model, "icon") : undefined,
  description: renderMarkdown(realmProperty(model, "description")),
});

/** A page for people: one heading, and what there is to read or to fill in below it. */
export interface Document {
  readonly organization: Organization;
  readonly texts: Pick<Texts, "language">;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Whether it tells newcomers what the organization is. */
  readonly isForNewcomers?: boolean;
  readonly status?: number;
  /** Where the browser goes on to by itself. */
  readonly next?: string;
}

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** No script runs, nothing but pictures is loaded, forms go nowhere else, and no other site can show the page in a frame. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
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

export function documentResponse(document: Document): HttpResponse {
  const { organization, texts, title, body, isForNewcomers = false, status = 200, next } = document;
  const name = escapeHtml(organization.name);
  const { description } = organization;
  const about = isForNewcomers && description !== "" ? `<div class="description">${description}</div>\n` : "";
  return {
    status,
    headers: HEADERS,
    body: `<!doctype html>
<html lang="${texts.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${next === undefined ? "" : `<meta http-equiv="refresh" content="0; url=${escapeHtml(next)}">\n`}<title>${escapeHtml(title)} · ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>${markOf(organization)}<bdi>${name}</bdi></header>
<h1 dir="auto">${escapeHtml(title)}</h1>
${about}${body}
</main>
</body>
</html>
`,
  };
}

function markOf({ name, icon }: Organization): string {
  if (icon !== undefined) return `<img class="mark" src="${escapeHtml(icon)}" alt="">`;
  return `<span class="mark" aria-hidden="true">${escapeHtml(firstLetter(name))}</span>`;
}

const letters = new Intl.Segmenter("en");
/** As people see it: an emoji of several characters is one. */
const firstLetter = (name: string): string =>
  letters.segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase() ?? "";

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** In smaller letters, below a line. */
export const aside = (text: string): string => `<p class="also">${escapeHtml(text)}</p>`;

/** The same, with a way on. */
export const asideLink = (text: string, label: string, href: string): string =>
  `<p class="also">${escapeHtml(text)} <a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`;

export const buttonLink = (label: string, href: string): string =>
  `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`;
