import type { Person } from "./people.ts";

const common = (user: Person): string =>
  `Host: ${user.host ?? "127.0.0.1"}\r\nAuthorization: ${user.authorization}\r\nUser-Agent: parley-bench/1.0\r\n`;

export function get(user: Person, path: string, query: Readonly<Record<string, string>> = {}): string {
  return `GET /api/v1${path}?${new URLSearchParams(query).toString()} HTTP/1.1\r\n${common(user)}\r\n`;
}

export function post(user: Person, path: string, form: Readonly<Record<string, string>>, headers = ""): Buffer {
  const body = new URLSearchParams(form).toString();
  return Buffer.from(
    `POST /api/v1${path} HTTP/1.1\r\n${common(user)}${headers}Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Ordinary messages: half of them plain, the rest with usual Markdown. */
const CONTENTS = [
  "Good morning! Has anybody looked at the failing build of last night yet? It stops at the same test again.",
  "The **release** goes out on Thursday, and `docs/operations.md` still needs a *careful* reader before that.",
  "I have looked: the clock of that machine was an hour behind. It is right now, and the build is green.",
  "The notes are at https://example.com/releases/notes, please have a look and write down what is missing there.",
];

/** Sends to a channel by its ID or its name. */
export const postMessage = (user: Person, channel: number | string): Buffer =>
  post(user, "/messages", {
    type: "stream",
    to: String(channel),
    topic: "release plans",
    content: CONTENTS[user.id % CONTENTS.length] as string,
  });

/** Returns a function that writes polls of one queue: only the number in them changes. */
export function pollsOf(user: Person, queueId: string): (lastEventId: number) => string {
  const before = `GET /api/v1/events?queue_id=${queueId}&last_event_id=`;
  const after = ` HTTP/1.1\r\n${common(user)}\r\n`;
  return (lastEventId) => before + lastEventId + after;
}

/** The ID of the last event of a response, without parsing all of it. */
export function lastEventId(body: Buffer): number {
  const end = body.lastIndexOf("}],");
  const start = body.lastIndexOf(":", end);
  return Number(body.toString("latin1", start + 1, end));
}
