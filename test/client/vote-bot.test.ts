import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { createChannel } from "../harness/channels.ts";
import { newestMessages } from "../harness/newest.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";
import { ROOT } from "./readme-snippet.ts";

const PROGRAM = join(ROOT, "examples/vote-bot/vote-bot.ts");

interface Form {
  readonly extra_data: { readonly heading: string; readonly choices: readonly { long_name: string; reply: string }[] };
}

suite("the example bot that holds votes", () => {
  let server: TestServer;
  let bot: { readonly user_id: number; readonly api_key: string };
  let program: { readonly process: ChildProcess; readonly output: () => string };
  let command_id: number;

  const start = async () => {
    const child = spawn(process.execPath, ["--conditions=parley-source", PROGRAM], {
      env: {
        ...process.env,
        PARLEY_URL: server.url,
        PARLEY_EMAIL: "vote-bot@localhost",
        PARLEY_KEY: bot.api_key,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    program = { process: child, output: () => output };
    await until(program.output, (text) => text.includes("Vote Bot listens."));
  };

  before(async () => {
    server = await startTestServer();
    bot = await server.cast.hamlet.call("POST /bots", { full_name: "Vote Bot", short_name: "vote" });
    await start();
    const { bot_commands: commands } = await server.cast.othello.call("GET /bot_commands");
    command_id = commands.find(({ name }) => name === "vote")?.id as number;
  });
  after(() => program.process.kill());

  const said = (who: CastMember, operator: string, operand: number | number[], isThere: (texts: string[]) => boolean) =>
    until(
      async () =>
        (await newestMessages(who, [{ operator, operand }])).filter(({ sender_id }) => sender_id === bot.user_id),
      (list) => isThere(list.map(({ content }) => content)),
    );
  const formOf = ({ submessages = [] }: { submessages?: readonly { content: string }[] | undefined }): Form =>
    JSON.parse(submessages[0]?.content ?? "") as Form;

  test("it asks with a button for each answer, and counts the last one that each person presses", async () => {
    const { othello, iago } = server.cast;
    const channel = await createChannel(othello, { subscribers: [othello.id, iago.id] });
    const there = { type: "channel", to: channel.name, topic: "breakfast" } as const;
    const text = "Tea or coffee? | Tea | Coffee";
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, ...there, text });
    const [question] = await said(othello, "channel", channel.id, ({ length }) => length === 1);
    const { heading, choices } = formOf(question ?? {}).extra_data;
    assert.equal(heading, "Tea or coffee?");
    assert.deepEqual(
      choices.map(({ long_name }) => long_name),
      ["Tea", "Coffee"],
    );
    /** What a button does. */
    const press = (who: CastMember, index: number) =>
      who.call("POST /messages", { ...there, content: choices[index]?.reply ?? "" });
    const counted = (counts: string) =>
      said(iago, "channel", channel.id, (texts) => texts.includes(`**Tea or coffee?**\n${counts}`));
    await press(othello, 0);
    await counted("Tea: 1 · Coffee: 0");
    await press(iago, 0);
    await counted("Tea: 2 · Coffee: 0");
    program.process.kill("SIGKILL");
    await press(othello, 1);
    await start();
    await press(iago, 0);
    const messages = await counted("Tea: 2 · Coffee: 0");
    assert.equal(messages.length, 2, "one question, and one message with the counts");
    await press(othello, 1);
    await counted("Tea: 1 · Coffee: 1");
  });

  test("it explains itself to those who write it wrongly, also in direct messages", async () => {
    const { othello } = server.cast;
    const to = [bot.user_id];
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, type: "direct", to, text: "Tea?" });
    const [answer] = await said(othello, "dm", to, ({ length }) => length > 0);
    assert.match(answer?.content ?? "", /with 2 to 10 answers/);
  });
});
