import type { Person } from "./people.ts";

const common = (user: Person): string =>
  `Host: 127.0.0.1\r\nAuthorization: ${user.authorization}\r\nUser-Agent: parley-bench/1.0\r\n`;

export function get(user: Person, path: string, query: Readonly<Record<string, string>> = {}): string {
  return `GET /api/v1${path}?${new URLSearchParams(query).toString()} HTTP/1.1\r\n${common(user)}\r\n`;
}

export function post(user: Person, path: string, form: Readonly<Record<string, string>>): Buffer {
  const body = new URLSearchParams(form).toString();
  return Buffer.from(
    `POST /api/v1${path} HTTP/1.1\r\n${common(user)}Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A line of ordinary talk, with some Markdown in it. */
const CONTENT = "The **release** goes out on Thursday; the notes are at https://example.com/notes and in `docs/`.";

export const postMessage = (user: Person, channelId: number): Buffer =>
  post(user, "/messages", { type: "stream", to: String(channelId), topic: "release plans", content: CONTENT });

/** A function that writes polls of one queue: only the number in them changes. */
export function pollsOf(user: Person, queueId: string): (lastEventId: number) => string {
  const before = `GET /api/v1/events?queue_id=${queueId}&last_event_id=`;
  const behind = ` HTTP/1.1\r\n${common(user)}\r\n`;
  return (lastEventId) => before + lastEventId + behind;
}

/** The ID of the last event of an answer, without parsing all of it. */
export function lastEventId(body: Buffer): number {
  const end = body.lastIndexOf("}],");
  const start = body.lastIndexOf(":", end);
  return Number(body.latin1Slice(start + 1, end));
}
