import assert from "node:assert/strict";
import { until } from "../../../harness/until.ts";
import { boxOf } from "../hands.ts";
import { scenario } from "../scene.ts";

/** What people do to single messages. */

scenario("a reaction is searched for, added, and joined by a click on it", async (scene) => {
  const { hands, page, channel, post, friend, button } = scene;
  const id = await post("feast", "Who wants cake?");
  await hands.open(channel.name, "feast");
  await hands.openMenuOf("Who wants cake?");
  await hands.choose("React…");
  await hands.write(page.getByRole("combobox", { name: "Search emoji" }), "cake");
  const option = page.getByRole("option", { name: "cake", exact: true });
  await (hands.way === "keyboard" ? page.keyboard.press("Enter") : hands.press(option));
  await button(/You: cake/).waitFor();
  await friend.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: "tada" });
  await hands.press(button(/: tada$/));
  await button(/, You: tada$/).waitFor();
});

scenario("a message is quoted, edited, starred and deleted", async (scene) => {
  const { hands, page, channel, post, button, dialog, notice, sees, visitor } = scene;
  await post("play", "To be or not to be?");
  await hands.open(channel.name, "play");
  await hands.openMenuOf("To be or not to be?");
  await hands.choose("Quote and reply");
  await until(
    () => boxOf(page).inputValue(),
    (text) => text.includes("```quote\nTo be or not to be?\n```"),
  );
  await hands.send("That is the question");
  await sees("That is the question");
  await until(
    () => page.locator(".pending").count(),
    (count) => count === 0,
  );
  await hands.openMenuOf("That is the question");
  await hands.choose("Edit");
  const field = page.getByRole("textbox", { name: "Text of the message" });
  await until(
    () => field.inputValue(),
    (text) => text.includes("That is the question"),
  );
  await hands.write(field, "Words, words, words");
  await hands.press(page.locator(".edit-box").getByRole("button", { name: "Save" }));
  await sees("Words, words, words");
  await page.getByText("edited", { exact: true }).waitFor();
  await hands.openMenuOf("Words, words, words");
  await hands.choose("Edit history");
  await dialog("Edit history")
    .getByText(/^Edited by/)
    .waitFor();
  await hands.closeDialog();
  await hands.openMenuOf("Words, words, words");
  await hands.choose("Star");
  await hands.openMenuOf("Words, words, words");
  await hands.choose("Unstar");
  await hands.openMenuOf("Words, words, words");
  await hands.choose("Delete…");
  await dialog("Delete this message?").waitFor();
  await hands.press(button("Delete"));
  await notice("Message deleted.").waitFor();
  await until(
    () => visitor.texts(),
    (texts) => !texts.some((text) => text.includes("Words")),
  );
});

scenario("messages are marked as unread from one on", async (scene) => {
  const { hands, page, channel, post, notice, me } = scene;
  const ids = [await post("diary", "Monday"), await post("diary", "Tuesday"), await post("diary", "Wednesday")];
  await hands.open(channel.name, "diary");
  const unread = async () => {
    const { messages } = await me.call("GET /messages", {
      anchor: ids[0],
      num_before: 0,
      num_after: 10,
      narrow: [
        { operator: "channel", operand: channel.id },
        { operator: "topic", operand: "diary" },
      ],
    });
    return messages.filter(({ flags }) => !flags.includes("read")).map(({ id }) => id);
  };
  await until(unread, ({ length }) => length === 0);
  await hands.openMenuOf("Tuesday");
  await hands.choose("Mark as unread from here");
  await notice("Marked as unread from here.").waitFor();
  assert.deepEqual(await unread(), ids.slice(1));
  await page.evaluate(`location.hash = "#inbox"`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /diary.*2 unread/ })
    .waitFor();
});

scenario("the author sees who has read a message", async (scene) => {
  const { hands, channel, dialog, friendsBrowser, post, friend, sees } = scene;
  await post("letters", "Write to me");
  await hands.open(channel.name, "letters");
  await hands.send("Did you get my letter?");
  await sees("Did you get my letter?");
  const browser = await friendsBrowser("letters");
  await browser.sees("Did you get my letter?");
  const name = friend.fullName;
  await until(
    async () => {
      await hands.openMenuOf("Did you get my letter?");
      await hands.choose("Who has read it");
      await dialog("Who has read it").locator(".people-list, p").first().waitFor();
      const text = await dialog("Who has read it").innerText();
      await hands.closeDialog();
      return text;
    },
    (text) => text.includes(name),
  );
});

scenario("somebody is reminded of a message, with a note", async (scene) => {
  const { hands, channel, post, dialog, button, field, notice, me } = scene;
  const id = await post("errands", "Return the ring");
  await hands.open(channel.name, "errands");
  await hands.openMenuOf("Return the ring");
  await hands.choose("Remind me…");
  await dialog("Remind me about this message").waitFor();
  await hands.press(button("In three hours"));
  await hands.write(field("Note"), "before supper");
  await hands.press(button("Remind me"));
  await notice(/^You will be reminded/).waitFor();
  const { reminders } = await me.call("GET /reminders");
  assert.ok(
    reminders.some(
      (reminder) => reminder.reminder_target_message_id === id && reminder.content.includes("before supper"),
    ),
  );
});

scenario("messages are moved to another channel from one on, and the reader finds them there", async (scene) => {
  const { hands, channel, post, dialog, button, field, notice, page, sees } = scene;
  await post("moves", "This stays");
  await post("moves", "This goes");
  await post("moves", "This goes along");
  await hands.open(channel.name, "moves");
  await hands.openMenuOf("This goes");
  await hands.choose("Move, or rename the topic…");
  await dialog("Move messages").waitFor();
  await hands.write(field("Topic"), "moved here");
  await hands.press(button("Move"));
  await notice(/Moved to .*moved here/).waitFor();
  await page.locator("article", { hasText: "This goes along" }).waitFor({ state: "detached" });
  await hands.open(channel.name, "moved here");
  await sees("This goes along");
});
