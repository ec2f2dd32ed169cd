const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (character: string): string => ESCAPES[character] as string;

/** The escaper of text that may go anywhere in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escaped);

/** For text between tags, where clients expect quotes as they are. */
export const escapeText = (text: string): string => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, escaped) : text);

/** For the value of an attribute in double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, escaped);
