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

const OWN_SCRIPT = /^\/static\/web\/[\w-]+\.js$/;

const rules: Policy = {
  // The server makes the HTML of messages from Markdown by an allow-list; see src/markup/ there. The styles of formulas
  // belong to the form that is hidden here, and the page's policy would complain of each.
  createHTML: (text) => (text.includes("katex") ? text.replaceAll(/(<\w+\b[^>]*?) style="[^"]*"/g, "$1") : text),
  createScriptURL(url) {
    if (!OWN_SCRIPT.test(url)) throw new TypeError(`not a script of this client: ${url}`);
    return url;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("parley", rules) ?? rules;

/** HTML that the server has rendered: of messages, descriptions and the like. Nothing else may come here. */
export const renderedHtml = (text: string): string => policy.createHTML(text);

export const scriptUrl = (url: string): string => policy.createScriptURL(url);
