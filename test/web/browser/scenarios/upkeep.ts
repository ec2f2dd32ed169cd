import assert from "node:assert/strict";
import { until } from "../../../harness/until.ts";
import { boxOf } from "../hands.ts";
import { type Scene, scenario } from "../scene.ts";

/** What people do to what they have read and written. */

const openMenu = ({ hands, button }: Scene, of: "topic" | "channel") => hands.press(button(`Actions for this ${of}`));

async function unreadIn({ me, channel }: Scene, topic: string): Promise<number> {
  const { messages } = await me.call("GET /messages", {
    anchor: "newest",
    num_before: 50,
    num_after: 0,
    narrow: [
      { operator: "channel", operand: channel.id },
      { operator: "topic", operand: topic },
    ],
  });
  return messages.filter(({ flags }) => !flags.includes("read")).length;
}

scenario("a topic is marked as unread, and then its channel", async (scene) => {
  const { hands, page, channel, post, notice, me } = scene;
  for (const text of ["Dig", "Sing"]) await post("graves", text);
  await post("skulls", "Whose was it?");
  const unread = (topic: string, count: number) =>
    until(
      () => unreadIn(scene, topic),
      (found) => found === count,
    );
  await hands.open(channel.name, "graves");
  await unread("graves", 0);
  await openMenu(scene, "topic");
  await hands.choose("Mark all as unread");
  await notice("Marked as unread.").waitFor();
  await unread("graves", 2);
  await me.call("POST /mark_stream_as_read", { stream_id: channel.id });
  await page.evaluate(`location.hash = "#narrow/channel/${channel.id}"`);
  await page.getByRole("heading", { name: channel.name, exact: true }).waitFor();
  await openMenu(scene, "channel");
  await hands.choose("Mark all as unread");
  await unread("graves", 2);
  await unread("skulls", 1);
});

scenario("a message is collapsed, stays so on all devices, and is shown again", async (scene) => {
  const { hands, channel, me, post, page, button, look } = scene;
  const id = await post("speeches", "To be, or not to be: that is the question");
  await hands.open(channel.name, "speeches");
  await hands.openMenuOf("that is the question");
  await hands.choose("Collapse the message");
  await page.getByText("You have collapsed this message.").waitFor();
  await look();
  const flags = async () => (await me.call("GET /messages/{message_id}", { message_id: id })).message.flags;
  assert.ok((await flags()).includes("collapsed"));
  await hands.press(button("Show"));
  await page.getByText("that is the question").waitFor();
  assert.ok(!(await flags()).includes("collapsed"));
});

scenario("the author changes the question of a poll and the title of a list", async (scene) => {
  const { hands, page, channel, post, button, field, friendsBrowser } = scene;
  await post("supper", "What shall we eat?");
  await hands.open(channel.name, "supper");
  await hands.send("/poll Which soop?\nLeek\nPea");
  const other = (await friendsBrowser("supper")).page;
  await other.getByText("Which soop?").waitFor();
  await hands.press(button("Change: Question"));
  await hands.write(field("Question"), "Which soup?");
  await hands.press(button("Save"));
  await other.getByText("Which soup?").waitFor();
  assert.equal(await other.getByRole("button", { name: "Change: Question" }).count(), 0);
  await hands.send("/todo Supper\nCook");
  await hands.press(button("Change: Title"));
  await hands.write(field("Title"), "Supper at eight");
  await page.keyboard.press("Enter");
  await other.getByText("Supper at eight").waitFor();
});

scenario(
  "sentences of a message are quoted, which fingers tap",
  async ({ hands, page, channel, post, button, dialog, look }) => {
    await post("advice", "Neither a borrower be. Nor a lender. This above all: be true.\nGive thy thoughts no tongue.");
    await hands.open(channel.name, "advice");
    await hands.openMenuOf("Neither a borrower");
    await hands.choose("Quote a part…");
    await dialog("Quote a part").waitFor();
    await hands.press(button("Neither a borrower be."));
    await hands.press(button("Give thy thoughts no tongue."));
    await look();
    await hands.press(button("Quote"));
    await until(
      () => boxOf(page).inputValue(),
      (text) => text.includes("```quote\nNeither a borrower be.\nGive thy thoughts no tongue.\n```"),
    );
    await boxOf(page).fill("");
  },
  ["touch"],
);
