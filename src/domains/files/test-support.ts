import assert from "node:assert/strict";
import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { basic, raw, type RawAnswer } from "../../../test/harness/raw.ts";
import { type CastMember, type TestServer } from "../../../test/harness/server.ts";
import type { TestEvent } from "../../../test/harness/checked-client.ts";

export interface TestFile {
  readonly name: string;
  readonly data: Buffer | string;
  readonly type?: string;
}

/** Sends files as API clients do. */
export function send(server: TestServer, who: CastMember, ...files: readonly TestFile[]): Promise<RawAnswer> {
  const body = new FormData();
  for (const { name, data, type } of files) {
    const bytes = new Uint8Array(Buffer.from(data as string));
    body.append(name, new Blob([bytes], type === undefined ? {} : { type }), name);
  }
  return raw(`${server.url}/api/v1/user_uploads`, { method: "POST", as: who, body });
}

/** Uploads a file and returns its URL. */
export async function upload(server: TestServer, who: CastMember, file: Partial<TestFile> = {}): Promise<string> {
  const { json, status, text } = await send(server, who, { name: "words.txt", data: "Words, words.", ...file });
  assert.equal(status, 200, text);
  return json["url"] as string;
}

export interface OpenedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Opens a URL as a user, or without credentials. */
export async function open(
  server: TestServer,
  who: CastMember | undefined,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedPage> {
  const authorization = basic(who?.email ?? "", who?.apiKey ?? "");
  const response = await fetch(`${server.url}${path}`, {
    headers: { ...headers, ...(who !== undefined && { authorization }) },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

type Attachments = Readonly<Record<string, unknown>>;

/** Checks that an owner's list of files plus the events during `act` is what they would fetch afterwards. */
export async function keepsFiles(who: CastMember, act: () => Promise<unknown>): Promise<TestEvent[]> {
  const fetched = async () => {
    const { attachments, upload_space_used: used } = await who.call("GET /attachments");
    return {
      files: Object.fromEntries(attachments.map((attachment) => [attachment.id, attachment])) as Attachments,
      used,
    };
  };
  const queue = await who.register({ event_types: ["attachment"] });
  let { files, used } = await fetched();
  await act();
  const events = await who.drain(queue);
  for (const event of events) {
    const attachment = event["attachment"] as { id: number };
    const { [attachment.id]: before, ...others } = files;
    assert.equal(before === undefined, event.op === "add");
    files = event.op === "remove" ? others : { ...others, [attachment.id]: attachment };
    used = event["upload_space_used"] as number;
  }
  assert.deepEqual({ files, used }, await fetched());
  return events;
}

/** The multipart body before and after the bytes of a file. */
export const BEGIN = '--x\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\n\r\n';
export const END = "\r\n--x--\r\n";

interface Answered {
  readonly status: number | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface Sending {
  readonly request: ClientRequest;
  readonly answer: Promise<Answered>;
  readonly send: (part: Buffer | string) => Promise<void>;
}

/** An upload whose body is sent in steps. */
export function begin(server: TestServer, who: { email: string; apiKey: string }, agent?: Agent): Sending {
  const authorization = basic(who.email, who.apiKey);
  const headers = { "content-type": "multipart/form-data; boundary=x", authorization };
  const options = { method: "POST", headers, ...(agent !== undefined && { agent }) };
  const sending = request(`${server.url}/api/v1/user_uploads`, options);
  const answer = new Promise<Answered>((resolve, reject) => {
    sending.on("error", reject);
    sending.on("response", (response: IncomingMessage) => {
      let text = "";
      response.on("data", (data) => (text += String(data)));
      response.on("end", () =>
        resolve({ status: response.statusCode, json: JSON.parse(text) as Record<string, unknown> }),
      );
    });
  });
  // Some requests are never answered.
  answer.catch(() => {});
  const send = (part: Buffer | string) => new Promise<void>((resolve) => void sending.write(part, () => resolve()));
  return { request: sending, answer, send };
}
