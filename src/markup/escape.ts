const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (character: string): string => ESCAPES[character] as string;

/** Escapes text for any place in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escaped);

/** Escapes text between tags, where clients expect quotes unescaped. */
export const escapeText = (text: string): string => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, escaped) : text);

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|[&<>]/gi;

/** Escapes text that may contain entities, which are kept. */
export const escapeAroundEntities = (text: string): string =>
  text.replace(ENTITY, (match) => (match.length > 1 ? match : escaped(match)));

/** Escapes the value of an attribute in double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, escaped);
