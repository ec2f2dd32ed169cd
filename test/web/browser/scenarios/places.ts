import assert from "node:assert/strict";
import { createChannel } from "../../../harness/channels.ts";
import { until } from "../../../harness/until.ts";
import { type Scene, scenario } from "../scene.ts";

/** What people do with topics, channels and the views of them. */

/** Opens the menu of what is open, from its header. */
const openMenu = ({ hands, button }: Scene, of: "topic" | "channel") => hands.press(button(`Actions for this ${of}`));
const undoButton = ({ page }: Scene) => page.locator(".toasts").getByRole("button", { name: "Undo" }).last();
const undo = (scene: Scene) => scene.hands.press(undoButton(scene));

scenario("a topic is resolved, opened again and renamed, and the view goes along", async (scene) => {
  const { hands, page, channel, post, dialog, button, field, notice, sees } = scene;
  await post("duel", "Choose a sword");
  await hands.open(channel.name, "duel");
  await openMenu(scene, "topic");
  await hands.choose("Resolve");
  await notice("Topic resolved.").waitFor();
  // A notice stays while the focus is in it.
  await undoButton(scene).focus();
  await page.getByRole("heading", { name: /✔ duel/ }).waitFor();
  await sees("Choose a sword");
  await undo(scene);
  await page.getByRole("heading", { name: `${channel.name} duel`, exact: true }).waitFor();
  await openMenu(scene, "topic");
  await hands.choose("Rename or move…");
  await dialog().waitFor();
  await hands.write(field("Topic"), "fencing");
  await hands.press(button("Save"));
  await page.getByRole("heading", { name: /fencing/ }).waitFor();
  await sees("Choose a sword");
});

scenario("a topic is moved to another channel", async (scene) => {
  const { hands, page, channel, post, dialog, button, friend, me, server, sees } = scene;
  const target = await createChannel(friend, { name: `attic ${hands.way}`, subscribers: [me.id, friend.id] });
  await server.cast.desdemona.call("PATCH /realm", {
    can_move_messages_between_channels_group: { new: await groupOf(scene, "role:members") },
  });
  await post("old chairs", "They are broken");
  await hands.open(channel.name, "old chairs");
  await openMenu(scene, "topic");
  await hands.choose("Rename or move…");
  await dialog().waitFor();
  await hands.select(dialog().locator("select"), target.name);
  await hands.press(button("Save"));
  await page.getByRole("heading", { name: `${target.name} old chairs` }).waitFor();
  await sees("They are broken");
});

async function groupOf({ server }: Scene, name: string): Promise<number> {
  const { user_groups: groups } = await server.cast.desdemona.call("GET /user_groups");
  return groups.find((group) => group.name === name)?.id as number;
}

scenario("a topic is muted, and followed", async (scene) => {
  const { hands, page, channel, post, notice } = scene;
  await post("gossip", "Have you heard?");
  await hands.open(channel.name, "gossip");
  await openMenu(scene, "topic");
  await hands.choose("Mute");
  await notice("Topic muted.").waitFor();
  await openMenu(scene, "topic");
  await hands.choose("Follow");
  await notice("You follow this topic.").waitFor();
  await openMenu(scene, "topic");
  await page.getByRole("menuitemradio", { name: "Follow", checked: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
});

scenario("all is marked as read in the inbox, and that is undone", async (scene) => {
  const { hands, page, post, button, notice, me } = scene;
  await post("news one", "First");
  await post("news two", "Second");
  const entry = (name: string) => page.getByRole("main").getByRole("link", { name: new RegExp(name) });
  await entry("news one").waitFor();
  await entry("news two").waitFor();
  await hands.press(button("Mark all as read"));
  await notice(/messages marked as read/).waitFor();
  await page.getByText("No unread messages.").waitFor();
  await undo(scene);
  await entry("news one").waitFor();
  await entry("news two").waitFor();
  await hands.press(button("Mark news two as read"));
  await entry("news two").waitFor({ state: "detached" });
  const read = async () => {
    const { messages } = await me.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    return messages.map(({ flags }) => flags.includes("read"));
  };
  await until(read, (marks) => marks.every(Boolean));
  assert.deepEqual(await read(), [true]);
});

scenario("somebody subscribes to a channel, leaves it and comes back", async (scene) => {
  const { hands, page, dialog, button, notice, friend } = scene;
  const cellar = await createChannel(friend, { name: `cellar ${hands.way}`, description: "Wine and **cheese**" });
  await friend.call("POST /messages", { type: "channel", to: cellar.id, topic: "wine", content: "Red or white?" });
  await page.evaluate(`location.hash = "#narrow/channel/${cellar.id}"`);
  await page.getByRole("heading", { name: cellar.name }).waitFor();
  await openMenu(scene, "channel");
  await hands.choose("Subscribe");
  await notice(/^You are in #cellar/).waitFor();
  await openMenu(scene, "channel");
  await hands.choose("Leave the channel…");
  await dialog(/^Leave #cellar/).waitFor();
  await hands.press(button("Leave"));
  await notice(/^You have left #cellar/).waitFor();
  await undo(scene);
  // The notice of the first time may still be there.
  await until(
    () => friend.call("GET /streams/{stream_id}/members", { stream_id: cellar.id }),
    ({ subscribers }) => subscribers.includes(scene.me.id),
  );
});

scenario("recent conversations are listed by their newest message, and one is opened", async (scene) => {
  const { hands, page, post, channel, friend, me, sees } = scene;
  await post("weather", "It rains");
  await friend.call("POST /messages", { type: "direct", to: [me.id], content: "A word with you" });
  await post("sunset", "It is **red**");
  if (hands.way === "keyboard") await page.keyboard.press("t");
  else {
    if (hands.way === "touch") await hands.press(page.getByRole("button", { name: "Channels and conversations" }));
    await hands.press(page.getByRole("navigation").getByRole("link", { name: "Recent conversations" }));
  }
  await page.getByRole("heading", { name: "Recent conversations" }).waitFor();
  const entries = page.locator(".recent li .entry");
  const places = async () => (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
  const [first = "", second = "", third = ""] = await until(
    places,
    (list) => (list[0] ?? "").includes("It is red") && (list[2] ?? "").includes("It rains"),
  );
  assert.match(first, new RegExp(`${channel.name} › sunset`));
  assert.match(second, new RegExp(`${friend.fullName}.*A word with you`));
  assert.match(third, /weather/);
  await post("weather", "It still rains");
  await until(places, (list) => (list[0] ?? "").includes("It still rains"));
  await hands.press(entries.first());
  await sees("It still rains");
});
