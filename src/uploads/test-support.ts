import assert from "node:assert/strict";
import { raw, type RawAnswer } from "../../test/harness/raw.ts";
import { type CastMember, type TestServer } from "../../test/harness/server.ts";
import type { ReceivedEvent } from "../client/client.ts";

export interface TestFile {
  readonly name: string;
  readonly data: Buffer | string;
  readonly type?: string;
}

/** Sends files as programs do. */
export function send(server: TestServer, who: CastMember, ...files: readonly TestFile[]): Promise<RawAnswer> {
  const body = new FormData();
  for (const { name, data, type } of files) {
    const bytes = new Uint8Array(Buffer.from(data as string));
    body.append(name, new Blob([bytes], type === undefined ? {} : { type }), name);
  }
  return raw(`${server.url}/api/v1/user_uploads`, { method: "POST", as: who, body });
}

/** Uploads a file and returns its address. */
export async function upload(server: TestServer, who: CastMember, file: Partial<TestFile> = {}): Promise<string> {
  const { json, status, text } = await send(server, who, { name: "words.txt", data: "Words, words.", ...file });
  assert.equal(status, 200, text);
  return json["url"] as string;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Opens an address as somebody, or as nobody. */
export async function open(
  server: TestServer,
  who: CastMember | undefined,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const authorization = `Basic ${Buffer.from(`${who?.email}:${who?.apiKey}`).toString("base64")}`;
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

/** What an owner keeps of their files, plus the events that they got while something happened, is what they would fetch. */
export async function keepsFiles(who: CastMember, act: () => Promise<unknown>): Promise<ReceivedEvent[]> {
  const fetched = async () => {
    const { attachments, upload_space_used: used } = await who.call("GET /attachments");
    return { files: Object.fromEntries(attachments.map((one) => [one.id, one])) as Attachments, used };
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
