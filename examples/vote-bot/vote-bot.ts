/**
 * A bot with a slash command and buttons: `/vote Tea or coffee? | Tea | Coffee` asks, each press of a button is counted.
 * See README.md beside this file.
 */
import { connect, eventsOf, ParleyError } from "parley/client";

const { PARLEY_URL: url = "http://127.0.0.1:9991", PARLEY_EMAIL: email = "", PARLEY_KEY: apiKey = "" } = process.env;

/** What is kept of a vote, in the bot's storage on the server: so it may be restarted at any time. */
interface Vote {
  readonly question: string;
  readonly options: readonly string[];
  /** The last choice of each person, by user ID. */
  readonly choices: Readonly<Record<string, number>>;
  /** The message with the counts, once there is one. */
  readonly resultId?: number;
}

const LETTERS = "ABCDEFGHIJ";
const parley = connect({ url, email, apiKey, client: "VoteBot/1.0" });
const { user_id: ownId, full_name: name } = await parley.call("GET /users/me");

await parley.call("POST /bot_commands", {
  name: "vote",
  description: "Asks a question with a button for each answer",
  argument_hint: "question | answer | answer …",
});

const register = () => parley.call("POST /register", { event_types: ["bot_command_invoked", "message"] });
const queue = await register();
console.log(`${name} listens.`);

for await (const event of eventsOf(parley, queue, { renew: register })) {
  try {
    if (event.type === "bot_command_invoked") await ask(event.invocation_id, event.text, event.destination);
    if (event.type === "message" && event.message.sender_id !== ownId) await count(event.message);
  } catch (error) {
    // Such as a channel that was archived meanwhile: the next event may be about another one.
    if (!(error instanceof ParleyError)) throw error;
    console.error(error.message);
  }
}

type Destination = Readonly<{ type: "channel" | "direct"; to: readonly number[]; topic: string }>;

async function ask(id: number, text: string, { type, to, topic }: Destination): Promise<void> {
  const [question = "", ...options] = text.split("|").map((part) => part.trim());
  const destination = { type, to: [...to], topic };
  if (options.length < 2 || options.length > LETTERS.length) {
    const content = `Write \`/vote question | answer | answer\`, with 2 to ${LETTERS.length} answers.`;
    await parley.call("POST /messages", { ...destination, content });
    return;
  }
  await save(id, { question, options, choices: {} });
  // A button sends its reply as a message of whoever presses it. The mention brings it to the bot in every channel.
  const choices = options.map((option, index) => ({
    short_name: LETTERS[index],
    long_name: option,
    reply: `@**${name}|${ownId}** ${id} ${LETTERS[index]}`,
  }));
  await parley.call("POST /messages", {
    ...destination,
    // For clients that show no buttons.
    content: [`**${question}**`, ...choices.map((choice) => `* ${choice.long_name}: \`${choice.reply}\``)].join("\n"),
    widget_content: JSON.stringify({
      widget_type: "zform",
      extra_data: { type: "choices", heading: question, choices },
    }),
  });
}

interface Reply {
  readonly sender_id: number;
  readonly type: "stream" | "private";
  readonly stream_id?: number | undefined;
  readonly subject: string;
  readonly content: string;
  readonly display_recipient: string | readonly { readonly id: number }[];
}

async function count(reply: Reply): Promise<void> {
  const [, id, letter = ""] = /\b(\d+) ([A-J])\b$/.exec(reply.content.trim()) ?? [];
  const vote = id === undefined ? undefined : await load(id);
  const choice = LETTERS.indexOf(letter);
  if (id === undefined || vote === undefined || choice >= vote.options.length) return;
  const changed = { ...vote, choices: { ...vote.choices, [reply.sender_id]: choice } };
  await save(id, { ...changed, resultId: await showResult(changed, reply) });
}

/** Edits the message with the counts, or posts one where there is none that may still be edited. Returns its ID. */
async function showResult(vote: Vote, reply: Reply): Promise<number> {
  const chosen = Object.values(vote.choices);
  const counts = vote.options.map(
    (option, index) => `${option}: ${chosen.filter((choice) => choice === index).length}`,
  );
  const content = `**${vote.question}**\n${counts.join(" · ")}`;
  if (vote.resultId !== undefined) {
    try {
      await parley.call("PATCH /messages/{message_id}", { message_id: vote.resultId, content });
      return vote.resultId;
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
    }
  }
  const people = typeof reply.display_recipient === "string" ? [] : reply.display_recipient.map(({ id }) => id);
  const place =
    reply.type === "stream"
      ? { type: "channel" as const, to: [reply.stream_id ?? 0], topic: reply.subject }
      : { type: "direct" as const, to: people };
  return (await parley.call("POST /messages", { ...place, content })).id;
}

async function load(id: number | string): Promise<Vote | undefined> {
  const { storage } = await parley.call("GET /bot_storage");
  const text = storage[`vote ${id}`];
  return text === undefined ? undefined : (JSON.parse(text) as Vote);
}

async function save(id: number | string, vote: Vote): Promise<void> {
  await parley.call("PUT /bot_storage", { storage: { [`vote ${id}`]: JSON.stringify(vote) } });
}
