import type { Config } from "#config/config.ts";
import { ASSETS_PATH } from "./asset.ts";

/** The names of files with the texts of a language and with its manifest, and how many of hundred texts it has. */
interface PageLanguage {
  readonly file: string;
  readonly manifest: string;
  readonly percent: number;
}

export interface PageParts {
  /** Runs as soon as it is there, before the stylesheet is. */
  readonly start: string;
  readonly app: string;
  readonly parts: readonly string[];
  readonly link: string;
  readonly style: string;
  readonly icon: string;
  readonly touchIcon: string;
  readonly manifest: string;
  /** Files with the texts of other languages than English, by the language. */
  readonly translations: ReadonlyMap<string, PageLanguage>;
  readonly isReloading: boolean;
}

const languageMeta = ([code, { file, manifest, percent }]: readonly [string, PageLanguage]): string =>
  `<meta name="parley-language-${code}" content="${ASSETS_PATH}/${file}" data-manifest="${ASSETS_PATH}/${manifest}" data-percent="${percent}">\n`;

/** Nothing is written inline: the policy lets scripts and styles come from files of our own alone. */
export const clientPage = ({
  start,
  app,
  parts,
  link,
  style,
  icon,
  touchIcon,
  manifest,
  translations,
  isReloading,
}: PageParts): string => `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="parley-link" content="${ASSETS_PATH}/${link}">
${[...translations].map(languageMeta).join("")}${isReloading ? '<meta name="parley-reload" content="yes">\n' : ""}<script type="module" async src="${ASSETS_PATH}/${start}"></script>
<link rel="icon" type="image/svg+xml" href="${ASSETS_PATH}/${icon}">
<link rel="apple-touch-icon" href="${ASSETS_PATH}/${touchIcon}">
<link rel="manifest" href="${ASSETS_PATH}/${manifest}">
<link rel="stylesheet" href="${ASSETS_PATH}/${style}">
${parts.map((part) => `<link rel="modulepreload" href="${ASSETS_PATH}/${part}">\n`).join("")}<script type="module" src="${ASSETS_PATH}/${app}"></script>
</head>
<body>
<div id="app"></div>
<noscript>Parley needs JavaScript in the browser.</noscript>
</body>
</html>
`;

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "media-src": "'self'",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "parley",
};

const PICTURES = "'self' data: blob:";
const PROVIDER = "https://secure.gravatar.com";

/**
 * Messages are shown as the HTML that the server made of them. Should anything dangerous get through there, the browser
 * runs no script that is not one of our files, and sends nothing elsewhere.
 */
export const pageHeaders = ({ gravatar }: Pick<Config, "gravatar">) => ({
  "cache-control": "no-cache",
  "content-security-policy": Object.entries({ ...POLICY, "img-src": gravatar ? `${PICTURES} ${PROVIDER}` : PICTURES })
    .map(([name, value]) => `${name} ${value}`)
    .join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
});
