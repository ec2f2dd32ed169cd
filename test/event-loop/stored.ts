import type { Endpoint } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { ruleOf } from "../fuzz/cases.ts";
import type { GoodFields } from "../fuzz/generate.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { HeavyCase } from "./cases/heavy-case.ts";
import { FORM, formText } from "./cases/heavy-case.ts";
import { SHAPES } from "./cases/shapes.ts";
import { outgoing, type Place, statusesOf } from "./send.ts";

const MAX_CONTENT_LENGTH = 10_000;
const MAX_TOPIC_LENGTH = 60;
/** The longest page of messages. */
export const MAX_PAGE = 5000;
const AT_ONCE = 200;
/** Every edit of a message is kept, up to so many. */
const EDITS = 101;

interface StoredOptions {
  readonly place: Place;
  readonly goods: GoodFields;
  readonly database: TestDatabase;
  /** How many messages are stored. */
  readonly messages: number;
}

export const endpointOf = (name: string): Endpoint =>
  endpoints.find(({ method, path }) => `${method} ${path}` === name) as Endpoint;

/** Stores the longest messages, of every shape, in one channel, and a message with as many edits as there can be. */
export async function storeWorst({ place, goods, database, messages }: StoredOptions): Promise<void> {
  const channel = goods.get(endpointOf("GET /users/me/{stream_id}/topics"))?.["stream_id"] ?? "";
  const edited = goods.get(endpointOf("GET /messages/{message_id}/history"))?.["message_id"] ?? "";
  const send = async (cases: readonly HeavyCase[]) => {
    for (let at = 0; at < cases.length; at += AT_ONCE) {
      await statusesOf(
        place,
        cases.slice(at, at + AT_ONCE).map((heavy) => outgoing(place, heavy)),
      );
    }
  };
  const post = (topic: string, content: string) =>
    write("POST {prefix}/messages", `type=channel&to=${channel}&topic=${formText(topic)}&content=${formText(content)}`);
  await send(SHAPES.map(({ text }) => post(text(MAX_TOPIC_LENGTH), text(MAX_CONTENT_LENGTH))));
  await send(Array.from({ length: messages }, () => post("deeds", SHORT)));
  await database.sql`
    with long as (
      select content, rendered_content, row_number() over (order by id) - 1 as number
      from message where length(rendered_content) > ${MAX_CONTENT_LENGTH / 2}),
    short as (select realm_id, id, row_number() over (order by id) as number from message where content = ${SHORT})
    update message m set content = long.content, rendered_content = long.rendered_content
    from short join long on long.number = short.number % (select count(*) from long)
    where m.realm_id = short.realm_id and m.id = short.id`;
  await send(
    Array.from({ length: EDITS }, (_, at) => write(`PATCH {prefix}/messages/${edited}`, `content=${textOfWords(at)}`)),
  );
}

const SHORT = "a message that is replaced by a long one";

const write = (start: string, body: string): HeavyCase => ({
  of: start,
  what: "what is stored",
  caller: "member",
  request: () => ({ start, headers: [FORM], body: Buffer.from(body) }),
});

/** Two texts have hardly a word in common, and so few words that they are compared. */
const textOfWords = (turn: number): string =>
  Array.from({ length: 490 }, (_, at) => `word${(at * 7919 + turn * 104_729) % 100_003}`.padEnd(19, "x")).join("+");

/** Reads of what everybody has stored: every endpoint that reads, with each of its switches, and long pages of messages. */
export function* storedCases(goods: GoodFields): Generator<HeavyCase> {
  for (const endpoint of endpoints) {
    const { method, path, params, isLongpoll } = endpoint;
    if ((method !== "GET" && path !== "/register") || isLongpoll === true) continue;
    const good = goods.get(endpoint) ?? {};
    const switches = Object.entries(params).filter(([, param]) => ruleOf(param).type === "boolean");
    yield readCase(endpoint, good);
    for (const [name] of switches)
      for (const value of ["true", "false"]) yield readCase(endpoint, { ...good, [name]: value });
  }
  yield* pagesOfMessages();
}

function* pagesOfMessages(): Generator<HeavyCase> {
  const endpoint = endpointOf("GET /messages");
  const narrows = [
    [],
    [{ operator: "channels", operand: "public" }],
    ...["word", "a", "1", "smile", "👩", "x"].map((operand) => [{ operator: "search", operand }]),
  ];
  for (const narrow of narrows) {
    for (const apply_markdown of ["true", "false"]) {
      for (const num_before of [100, 1000, MAX_PAGE]) {
        yield readCase(endpoint, {
          anchor: "newest",
          num_before: String(num_before),
          num_after: "0",
          narrow: JSON.stringify(narrow),
          apply_markdown,
        });
      }
    }
  }
}

function readCase({ method, path }: Endpoint, fields: Readonly<Record<string, string>>): HeavyCase {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(fields[name] ?? "1"));
  const query = new URLSearchParams(fields).toString();
  return {
    of: `${method} ${path}`,
    what: `of what is stored, with ${query}`,
    caller: "owner",
    request: () => ({
      start: `${method} {prefix}${filled}?${query}`,
      headers: [],
      body: Buffer.alloc(0),
      isRead: true,
    }),
  };
}
