/**
 * The lower bound of sending: bare `node:http` that stores the same two rows a message as Parley does, in the same
 * tables with the same durability, and checks nothing. Requests that arrive while a batch is stored form the next one.
 * It also parks one poll, which it answers with each message. Its rows are those of an organization that does not
 * exist, so that Parley can run beside it on the same tables.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";
import { connectBare } from "./bare-driver.ts";

const REALM_ID = 1_000_000;

interface Sent {
  readonly fields: Readonly<Record<string, string>>;
  readonly response: ServerResponse;
}

const sql = connectBare(process.argv[2] as string);
const waiting: Sent[] = [];
let lastId = 0;
let storing = false;
let parked: ServerResponse | undefined;

const messageOf = ({ fields }: Sent, id: number) => ({
  id,
  // A channel's ID, or its name, which ends with a number.
  conversationId: Number(/\d+$/.exec(fields["to"] ?? "")?.[0]),
  isDirect: false,
  senderId: 1,
  topic: fields["topic"] ?? "",
  content: fields["content"] ?? "",
  renderedContent: `<p>${fields["content"]}</p>`,
  sentAt: Math.floor(Date.now() / 1000),
  client: "parley-bench",
  senderRead: false,
});

async function storeBatch(batch: readonly Sent[]): Promise<void> {
  const messages = batch.map((sent) => messageOf(sent, (lastId += 1)));
  const ids = messages.map(({ id }) => id);
  await sql`
    with stored as (
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content,
                           sent_at, client, sender_read)
      select ${REALM_ID}, id, conversation_id, false, sender_id, topic, lower(topic), content, rendered_content, now(), client, false
      from unnest(${ids}::int8[], ${messages.map(({ conversationId }) => conversationId)}::int8[],
                  ${messages.map(({ senderId }) => senderId)}::int8[], ${messages.map(({ topic }) => topic)}::text[],
                  ${messages.map(({ content }) => content)}::text[],
                  ${messages.map(({ renderedContent }) => renderedContent)}::text[],
                  ${messages.map(({ client }) => client)}::text[])
        as m (id, conversation_id, sender_id, topic, content, rendered_content, client)
    )
    insert into event_log (realm_id, position, created_at, event, audience)
    select ${REALM_ID}, position, now(), event::json, audience::json
    from unnest(${ids}::int8[], ${messages.map((stored) => JSON.stringify({ type: "message", stored }))}::text[],
                ${messages.map(({ id, conversationId: channel }) => JSON.stringify({ to: "receivers", channel, message: id }))}::text[])
      as e (position, event, audience)`;
  for (const message of messages) {
    answer(
      parked,
      `{"result":"success","msg":"","events":[{"type":"message","message":${JSON.stringify(message)},"id":${message.id}}],"queue_id":""}\n`,
    );
    parked = undefined;
  }
  for (const [index, { response }] of batch.entries()) {
    answer(response, `{"result":"success","msg":"","id":${ids[index]}}\n`);
  }
}

async function storeAll(): Promise<void> {
  if (storing) return;
  storing = true;
  while (waiting.length > 0) await storeBatch(waiting.splice(0));
  storing = false;
}

function answer(response: ServerResponse | undefined, body: string): void {
  response?.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response?.end(body);
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    waiting.push({ fields: parse(Buffer.concat(chunks).toString()) as Record<string, string>, response });
    // Like the server, it lets requests that arrived together share a batch.
    setImmediate(() => void storeAll());
  });
}

const server = createServer({ noDelay: true }, (request, response) => {
  if (request.method === "POST") receive(request, response);
  else parked = response;
});
await sql`select 1`;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`The floor is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
