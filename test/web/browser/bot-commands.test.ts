import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { newestMessages } from "../../harness/newest.ts";
import type { CheckedClient } from "../../harness/checked-client.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("slash commands of bots in the box", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let bot: { readonly user_id: number; readonly client: CheckedClient };

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { hamlet } = server.cast;
    const { user_id, api_key } = await hamlet.call("POST /bots", { full_name: "Weather Bot", short_name: "weather" });
    bot = { user_id, client: server.as("weather-bot@localhost", api_key) };
    const weather = { name: "weather-now", description: "Says how it is", argument_hint: "place" };
    await bot.client.call("POST /bot_commands", weather);
    visitor = await visit(browser, server.url);
    ({ page } = visitor);
    const { stream_id: general } = await hamlet.call("GET /get_stream_id", { stream: "general" });
    await visitor.comeBack("hamlet", `#narrow/channel/${general}-general/topic/sky`);
    await boxOf(page).waitFor();
  });
  after(() => closePages(browser));

  const posted = async () =>
    (await newestMessages(server.cast.hamlet, [{ operator: "topic", operand: "sky" }])).map(({ content }) => content);

  test("they are completed after the built-in ones, with what they do, what they take and whose they are", async () => {
    await boxOf(page).focus();
    await page.keyboard.type("/");
    const options = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
    await options.last().waitFor();
    const [own, ofBot] = [await options.first().innerText(), await options.last().innerText()];
    assert.match(own, /^\/me/);
    assert.match(ofBot.replaceAll("\n", " "), /\/weather-now +Weather Bot · place · Says how it is/);
    await page.keyboard.type("weather-n");
    await page.keyboard.press("Enter");
    assert.equal(await boxOf(page).inputValue(), "/weather-now ");
  });

  test("a text that begins with one goes to the bot and is not posted", async () => {
    const queue = await bot.client.register({ event_types: ["bot_command_invoked"] });
    await boxOf(page).fill("/weather-now Elsinore, *tomorrow*");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("/weather-now was sent to Weather Bot.").waitFor();
    assert.equal(await boxOf(page).inputValue(), "");
    const [event] = (await bot.client.drain(queue)) as unknown as { text: string; destination: { topic: string } }[];
    assert.deepEqual([event?.text, event?.destination.topic], ["Elsinore, *tomorrow*", "sky"]);
    assert.deepEqual(await posted(), []);
  });

  test("a button of a form whose answer is a command tells the bot, too", async () => {
    const queue = await bot.client.register({ event_types: ["bot_command_invoked"] });
    const choices = [{ type: "multiple_choice", short_name: "1", long_name: "Here", reply: "/weather-now *here*" }];
    const form = { widget_type: "zform", extra_data: { type: "choices", heading: "Where?", choices } };
    const place = { type: "channel", to: "general", topic: "sky", content: "form" } as const;
    await server.cast.hamlet.call("POST /messages", { ...place, widget_content: JSON.stringify(form) });
    await page.getByRole("button", { name: "1 Here" }).click();
    const told = (await until(
      () => bot.client.drain(queue),
      (events) => events.length > 0,
    )) as unknown as { text: string; destination: { topic: string } }[];
    assert.deepEqual([told[0]?.text, told[0]?.destination.topic], ["*here*", "sky"]);
    assert.deepEqual(await posted(), ["form"]);
  });

  test("whoever manages the bot sees its commands in the settings", async () => {
    await visitor.open("#settings/bots");
    const commands = page.getByRole("list", { name: "Commands" });
    assert.match((await commands.innerText()).replaceAll("\n", " "), /^\/weather-now place +Says how it is$/);
    await visitor.check("bots/commands");
  });

  test("a command that is refused stays in the box, with the reason", async () => {
    const { hamlet, othello } = server.cast;
    await visitor.open(`#narrow/dm/${othello.id}-Othello`);
    await boxOf(page).fill("/weather-now here");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Weather Bot is not in this conversation").waitFor();
    assert.equal(await boxOf(page).inputValue(), "/weather-now here");
    assert.deepEqual(await newestMessages(hamlet, [{ operator: "dm", operand: [othello.id] }]), []);
    await boxOf(page).fill("");
  });

  test("a word that is no command is posted as text, and so is one that its bot has taken back", async () => {
    const { othello, hamlet } = server.cast;
    await boxOf(page).fill("/weather-later here");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const dms = async () =>
      (await newestMessages(hamlet, [{ operator: "dm", operand: [othello.id] }])).map(({ content }) => content);
    await until(dms, (texts) => texts.includes("/weather-later here"));
    const { bot_commands: commands } = await hamlet.call("GET /bot_commands");
    const command_id = commands[0]?.id as number;
    await bot.client.call("DELETE /bot_commands/{command_id}", { command_id });
    await until(
      async () => {
        await boxOf(page).fill("");
        await boxOf(page).focus();
        await page.keyboard.type("/weather");
        return page.getByRole("option").count();
      },
      (count) => count === 0,
    );
    await boxOf(page).fill("/weather-now here");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await until(dms, (texts) => texts.includes("/weather-now here"));
  });
});
