import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../../harness/until.ts";
import { boxOf } from "../hands.ts";
import { type Scene, scenario } from "../scene.ts";

/** What people do in the box for messages. */

/** A picture of one red pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: PICTURE });

/** Files that somebody brings into the page by an event, as browsers do for paste and drop. */
const bringFile = (page: Page, type: "paste" | "drop", selector: string, name: string) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob("${PICTURE.toString("base64")}"), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: "image/png" }));
    const target = document.querySelector(${JSON.stringify(selector)});
    const options = { bubbles: true, cancelable: true };
    if (${JSON.stringify(type)} === "paste") target.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
    else for (const type of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
  })()`);

const boxHas = (page: Page, pattern: RegExp) =>
  until(
    () => boxOf(page).inputValue(),
    (text) => pattern.test(text),
  );

/** Writes what is in the box already. */
const sendAsIs = async ({ hands, page, button }: Scene) => {
  if (hands.way !== "keyboard") return hands.press(button("Send"));
  await boxOf(page).focus();
  await page.keyboard.press("Control+Enter");
};

scenario("a file is picked, its upload cancelled, and picked again", async (scene) => {
  const { hands, page, channel, post, button } = scene;
  await post("pictures", "Send me a picture");
  await hands.open(channel.name, "pictures");
  const uploads: (() => void)[] = [];
  await page.route("**/json/user_uploads", (route) => void uploads.push(() => void route.continue()));
  const pick = async (name: string) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), hands.press(button("Add files"))]);
    await chooser.setFiles(picture(name));
  };
  await pick("first.png");
  await page.getByRole("progressbar", { name: "Uploading first.png" }).waitFor();
  await boxHas(page, /Uploading first\.png/);
  await hands.press(button("Cancel first.png"));
  await boxHas(page, /^\s*$/);
  assert.equal(await page.getByRole("progressbar").count(), 0);
  await pick("second.png");
  await until(
    () => uploads.length,
    (count) => count === 2,
  );
  uploads[1]?.();
  await page.unroute("**/json/user_uploads");
  await boxHas(page, /^\s*\[second\.png\]\(\/user_uploads\/\S+\)\s*$/);
  await sendAsIs(scene);
  await page.locator("article .message_inline_image img").first().waitFor();
});

scenario("pictures are pasted and dropped, and looked at large with keys", async (scene) => {
  const { hands, page, channel, post, button, dialog } = scene;
  await post("album", "Show me");
  await hands.open(channel.name, "album");
  await bringFile(page, "paste", ".compose textarea", "pasted.png");
  await boxHas(page, /\[pasted\.png\]\(/);
  await bringFile(page, "drop", "main", "dropped.png");
  await boxHas(page, /\[dropped\.png\]\(/);
  await sendAsIs(scene);
  const previews = page.locator("article .message_inline_image a");
  await until(
    () => previews.count(),
    (count) => count === 2,
  );
  await hands.press(previews.first());
  await dialog(/pasted/).waitFor();
  if (hands.way === "touch") await hands.press(button("Next"));
  else await page.keyboard.press("ArrowRight");
  await dialog(/dropped/)
    .getByText("2 of 2")
    .waitFor();
  if (hands.way !== "touch") await page.keyboard.press("ArrowLeft");
  if (hands.way === "touch") await hands.press(button("Previous"));
  await dialog(/pasted/).waitFor();
  await hands.closeDialog();
});

scenario("a poll and a list of tasks work between two browsers", async (scene) => {
  const { hands, page, channel, post, button, friendsBrowser } = scene;
  await post("party", "What shall we eat?");
  await hands.open(channel.name, "party");
  await hands.send("/poll Which soup?\nLeek\nPea");
  await button("Leek: 0 votes").waitFor();
  const other = (await friendsBrowser("party")).page;
  await other.getByRole("button", { name: "Leek: 0 votes" }).click();
  await button("Leek: 1 vote").waitFor();
  await hands.press(button("Leek: 1 vote"));
  await other.getByRole("button", { name: "Leek: 2 votes" }).waitFor();
  await hands.write(page.getByRole("textbox", { name: "Add option" }), "Fish");
  await page.keyboard.press("Enter");
  await other.getByRole("button", { name: "Fish: 0 votes" }).waitFor();
  await hands.send("/todo Party\nBake: a cake\nSweep");
  await hands.press(page.getByRole("checkbox", { name: "Sweep" }));
  await other.getByRole("checkbox", { name: "Sweep", checked: true }).waitFor();
  await other.getByRole("checkbox", { name: "Bake a cake" }).check();
  await page.getByRole("checkbox", { name: "Bake a cake", checked: true }).waitFor();
});

scenario("a message is scheduled, taken back, scheduled again and sent when its time has come", async (scene) => {
  const { hands, page, channel, post, button, dialog, server, me, sees, friendsBrowser } = scene;
  await post("later", "Tell me tomorrow");
  await hands.open(channel.name, "later");
  const schedule = async () => {
    await hands.press(button("Send later"));
    await dialog("Send later").waitFor();
    await hands.press(button("Tomorrow morning"));
    await hands.press(button("Schedule"));
    await page.getByText(/^Will be sent:/).waitFor();
  };
  await hands.write(boxOf(page), "Good morning!");
  await schedule();
  await hands.press(page.locator(".note").getByRole("button", { name: "Undo" }));
  await boxHas(page, /^Good morning!$/);
  await schedule();
  const { scheduled_messages: list } = await me.call("GET /scheduled_messages");
  const [scheduled] = list.filter(({ content }) => content === "Good morning!");
  assert.ok(scheduled !== undefined);
  const other = await friendsBrowser("later");
  await server.database.sql`
    update scheduled_message set deliver_at = now(), revision = revision + 1
    where id = ${scheduled.scheduled_message_id}`;
  await other.sees("Good morning!");
  await sees("Good morning!");
});

scenario("names are completed as one types, and the text is previewed", async (scene) => {
  const { hands, page, channel, post, button, sees } = scene;
  await post("names", "Ask somebody");
  await hands.open(channel.name, "names");
  if (hands.way !== "keyboard") await hands.press(boxOf(page));
  await boxOf(page).pressSequentially("Ask @polo");
  const option = page.getByRole("option", { name: /Polonius/ });
  await (hands.way === "keyboard" ? page.keyboard.press("Enter") : hands.press(option));
  await boxHas(page, /^Ask @\*\*Polonius\*\* $/);
  await hands.press(button("Preview"));
  await page.getByRole("region", { name: "Preview" }).getByText("@Polonius").waitFor();
  await hands.press(button("Preview"));
  await sendAsIs(scene);
  await sees("Ask @Polonius");
});

scenario("from the combined feed one writes to a topic, and to people", async (scene) => {
  const { hands, page, channel, button, field, friend, sees } = scene;
  await page.evaluate(`location.hash = "#feed"`);
  const start = async () => {
    if (hands.way === "keyboard") await page.keyboard.press("c");
    else await hands.press(button("Write a message"));
    await page.getByRole("combobox", { name: "Recipient" }).waitFor();
  };
  const choose = async (text: string, name: string) => {
    await hands.write(page.getByRole("combobox", { name: "Recipient" }), text);
    const option = page.getByRole("option", { name: new RegExp(name) });
    await option.waitFor();
    await (hands.way === "keyboard" ? page.keyboard.press("Enter") : hands.press(option));
  };
  await page.getByRole("heading", { name: "Combined feed" }).waitFor();
  await start();
  await choose(channel.name, channel.name);
  await hands.write(field("Topic"), "fresh air");
  await hands.write(boxOf(page), "Open the windows");
  await sendAsIs(scene);
  await page.getByRole("heading", { name: /fresh air/ }).waitFor();
  await sees("Open the windows");
  await page.evaluate(`location.hash = "#inbox"`);
  if (hands.way === "keyboard") await page.keyboard.press("x");
  else await hands.press(button("Write a message"));
  await choose(friend.fullName, friend.fullName);
  await choose("Polonius", "Polonius");
  await hands.write(boxOf(page), "Between us three");
  await sendAsIs(scene);
  await page
    .getByRole("heading", { name: new RegExp(`${friend.fullName}.*Polonius|Polonius.*${friend.fullName}`) })
    .waitFor();
  await sees("Between us three");
});
