import type { Message } from "../../state/registered.ts";

/** What a document says besides the messages. */
export interface Frame {
  readonly title: string;
  /** Where links and pictures of this server are. */
  readonly origin: string;
  readonly language: string;
  readonly characterOf: (code: string) => string;
  readonly timeOf: (seconds: number) => string;
  /** Where a message is; not needed where all are in the same place. */
  readonly placeOf?: (message: Message) => string;
}

/** The messages as Markdown. */
export function asMarkdown(messages: readonly Message[], frame: Frame): string {
  const parts = messages.map((message) => {
    const place = frame.placeOf === undefined ? "" : ` · ${frame.placeOf(message)}`;
    return `**${message.sender_full_name}** · ${frame.timeOf(message.timestamp)}${place}\n\n${message.content.trim()}`;
  });
  return `${[`# ${frame.title}`, ...parts].join("\n\n---\n\n")}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

/** Addresses that begin at this server's root lead nowhere in a file. */
const withOrigin = (html: string, origin: string): string =>
  html
    .replaceAll(/(<[^>]*\s(?:href|src)=")\/(?!\/)/g, (_, before: string) => `${before}${origin}/`)
    .replaceAll(/(<[^>]*\shref=")#/g, (_, before: string) => `${before}${origin}/#`);

/** The server writes the code of an emoji, and clients draw it. */
const withEmoji = (html: string, characterOf: Frame["characterOf"]): string =>
  html.replaceAll(/<span[^>]*\bemoji-([\da-f]+(?:-[\da-f]+)*)\b[^>]*>[^<]*<\/span>/g, (_, code: string) =>
    characterOf(code),
  );

/** One message as an article. */
const article = (message: Message, frame: Frame): string => {
  const place = frame.placeOf === undefined ? "" : `<span> · ${escaped(frame.placeOf(message))}</span>`;
  const time = new Date(message.timestamp * 1000).toISOString();
  return `<article>
<header><b>${escaped(message.sender_full_name)}</b> <time datetime="${time}">${escaped(frame.timeOf(message.timestamp))}</time>${place}</header>
<div dir="auto">${withEmoji(withOrigin(message.content, frame.origin), frame.characterOf)}</div>
</article>`;
};

const STYLE = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
article{margin:1.2rem 0;border-top:1px solid #ddd;padding-top:.8rem;break-inside:avoid}
header{color:#555}b{color:#111}img,video{max-width:100%;height:auto}pre{overflow:auto;background:#f5f4f0;padding:.6rem}
blockquote{margin:0;border-left:3px solid #ccc;padding-left:.8rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .5rem}`;

/** The messages as a page of their own, which runs nothing. */
export const asHtml = (messages: readonly Message[], frame: Frame): string => `<!doctype html>
<html lang="${escaped(frame.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${escaped(frame.origin)} data:; media-src ${escaped(frame.origin)}; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(frame.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(frame.title)}</h1>
${messages.map((message) => article(message, frame)).join("\n")}
</body>
</html>
`;
