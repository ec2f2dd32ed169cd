/**
 * The one Trusted Types policy of the client. Under the page's policy nothing else makes HTML or the addresses of
 * scripts of texts.
 */
interface Policy {
  createHTML(text: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const SERVICE_WORKER = "/service-worker.js";
const OWN_SCRIPT = /^\/static\/web\/[\w-]+\.js$|^\/service-worker\.js$/;

/**
 * The page's policy lets no style attribute work and complains of each. Cells of tables keep their alignment by an older
 * attribute; the styles of formulas belong to the form of them that is hidden here.
 */
function withoutStyles(html: string): string {
  if (!html.includes(" style=")) return html;
  return html
    .replaceAll(/(<t[dh]\b[^>]*?) style="text-align:\s*(\w+);?"/g, '$1 align="$2"')
    .replaceAll(/(<\w+\b[^>]*?) style="[^"]*"/g, "$1");
}

const rules: Policy = {
  // The server makes the HTML of messages from Markdown by an allow-list; see src/markup/ there.
  createHTML: withoutStyles,
  createScriptURL(url) {
    if (!OWN_SCRIPT.test(url)) throw new TypeError(`not a script of this client: ${url}`);
    return url;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("parley", rules) ?? rules;

/** HTML that the server has rendered: of messages, descriptions and the like. Nothing else may come here. */
export const renderedHtml = (text: string): string => policy.createHTML(text);

export const serviceWorkerUrl = (): string => policy.createScriptURL(SERVICE_WORKER);
export const scriptUrl = (url: string): string => policy.createScriptURL(url);
