import assert from "node:assert/strict";
import { until } from "../../../harness/until.ts";
import { boxOf } from "../hands.ts";
import { type Scene, scenario } from "../scene.ts";

/** What readers see of messages. */

const fill = async ({ post }: Scene, topic: string, count: number) => {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) ids.push(await post(topic, `Line ${number}`));
  return ids;
};

scenario("what is unread is in the inbox, and read once it has been on the screen", async (scene) => {
  const { hands, page, post, me, sees } = scene;
  const id = await post("ghosts", "Who is **there**?");
  const flags = async () =>
    (await me.call("GET /messages/{message_id}", { message_id: id, apply_markdown: false })).message.flags;
  assert.ok(!(await flags()).includes("read"));
  await hands.press(page.getByRole("main").getByRole("link", { name: /ghosts/ }));
  await sees("Who is there?");
  assert.equal(await page.locator("article strong").first().innerText(), "there");
  await page.getByText("1 new").waitFor();
  await until(flags, (list) => list.includes("read"));
});

scenario("two people write to each other, and see each other type and react", async (scene) => {
  const { hands, page, channel, post, friendsBrowser, sees, friend, me, visitor, button } = scene;
  await post("watch", "Who goes there?");
  await hands.open(channel.name, "watch");
  const other = await friendsBrowser("watch");
  await boxOf(other.page).pressSequentially("Long ");
  await page.getByText(`${friend.fullName} is typing…`).waitFor();
  await hands.send("Nay, answer *me*.");
  await other.sees("Nay, answer me.");
  await other.send("Long live the king!");
  await sees("Long live the king!");
  const said = ["Who goes there?", "Nay, answer me.", "Long live the king!"];
  for (const reader of [visitor, other]) {
    await until(
      () => reader.page.locator(".pending").count(),
      (count) => count === 0,
    );
    assert.deepEqual(await reader.texts(), said);
  }
  const id = Number(await page.locator("article[data-message]").last().getAttribute("data-message"));
  await friend.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: "tada" });
  await hands.press(button(`${friend.fullName}: tada`));
  await other.page.getByRole("button", { name: `You, ${me.fullName}: tada` }).waitFor();
});

scenario("messages are searched for", async (scene) => {
  const { hands, page, post, sees } = scene;
  await post("library", `The ${hands.way} folio is on the shelf`);
  if (hands.way === "keyboard") await page.keyboard.press("/");
  else await hands.press(page.getByRole("button", { name: /^Search/ }));
  const field = page.getByRole("combobox", { name: /^Go to/ });
  await hands.write(field, `${hands.way} folio`);
  const option = page.getByRole("option", { name: /^Search messages/ });
  await option.waitFor();
  for (let step = 0; hands.way === "keyboard" && (await option.getAttribute("aria-selected")) !== "true"; step += 1) {
    assert.ok(step < 40);
    await page.keyboard.press("ArrowDown");
  }
  await (hands.way === "keyboard" ? page.keyboard.press("Enter") : hands.press(option));
  await page.getByRole("heading", { name: `Search: ${hands.way} folio` }).waitFor();
  await until(
    async () => {
      // The index is written after the messages: whoever came too early searches again.
      if ((await page.locator("article").count()) === 0) await page.reload();
      await page.locator("article, .empty").first().waitFor();
      return page.locator("article").count();
    },
    (count) => count > 0,
  );
  await sees(`The ${hands.way} folio is on the shelf`);
});

scenario(
  "tables, formulas and code are shown without a complaint of the page's policy",
  async ({ hands, page, channel, post }) => {
    await post("forms", "| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n$$\\frac{1}{2}$$\n\n```py\nx = 1\n```");
    await hands.open(channel.name, "forms");
    await page.locator("article td").first().waitFor();
    assert.match(
      await page.evaluate<string>(`getComputedStyle(document.querySelector("article td")).textAlign`),
      /right/,
    );
    await page.locator("article math").waitFor();
  },
);

scenario(
  "the selection moves the scroll just so far that the message is in view",
  async (scene) => {
    const { hands, page, channel, sees } = scene;
    await fill(scene, "long", 40);
    await hands.open(channel.name, "long");
    await sees("Line 1");
    await boxOf(page).focus();
    await page.keyboard.press("Escape");
    await page.locator("article:focus").waitFor();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("k");
      const places = await page.evaluate<[number, number]>(
        `(() => { const row = document.activeElement.getBoundingClientRect(), list = document.querySelector(".list").getBoundingClientRect(); return [row.top - list.top, list.bottom - row.bottom]; })()`,
      );
      assert.ok(Math.min(...places) >= 0, places.join());
    }
  },
  ["keyboard"],
);

scenario(
  "`?` shows all keys, and keys do nothing while one types",
  async ({ hands, page, channel, post, dialog }) => {
    await post("keys", "Press any key");
    await page.keyboard.press("?");
    await dialog("Keyboard shortcuts").waitFor();
    await hands.closeDialog();
    await hands.open(channel.name, "keys");
    await boxOf(page).pressSequentially("jkr?+");
    assert.equal(await boxOf(page).inputValue(), "jkr?+");
    assert.equal(await dialog().count(), 0);
    await boxOf(page).fill("");
  },
  ["keyboard"],
);

scenario(
  "the first press of Tab offers a way past the navigation",
  async ({ page, visitor }) => {
    await page.reload();
    await page.locator(".toasts").waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Skip to the messages" }).and(page.locator(":focus")).waitFor();
    await visitor.check("keyboard/skip link");
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
  },
  ["keyboard"],
);

scenario(
  "what others wrote cannot be edited, and the reason is told",
  async ({ hands, page, channel, post, notice }) => {
    await post("stone", "Written in stone");
    await hands.open(channel.name, "stone");
    await hands.openMenuOf("Written in stone");
    assert.equal(await page.getByRole("menuitem", { name: "Edit" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await notice(/Only the person who wrote/).waitFor();
  },
  ["keyboard"],
);

scenario(
  "nothing moves on the screen when something above it changes or older messages come",
  async (scene) => {
    const { page, channel, friend, visitor, button } = scene;
    const ids = await fill(scene, "scroll", 150);
    const [shown, next, above] = [ids.at(-40) as number, ids.at(-42) as number, ids.at(-43) as number];
    await visitor.open(`#narrow/channel/${channel.id}/topic/scroll/near/${shown}`);
    const row = page.locator(`[data-message="${shown}"]`);
    await row.waitFor();
    const top = async () => (await row.boundingBox())?.y;
    const before = await settled(top);
    await friend.call("PATCH /messages/{message_id}", {
      message_id: above,
      content: "Line\n\n* much\n* higher\n* than before",
    });
    await page.getByText("than before").waitFor({ state: "attached" });
    await friend.call("POST /messages/{message_id}/reactions", { message_id: next, emoji_name: "tada" });
    await button(/tada/).waitFor({ state: "attached" });
    assertSamePlace(await top(), before);
    // Up to where older ones are fetched, and they come above what is on the screen.
    const places = await page.evaluate<number[]>(PLACES_WHILE_OLDER_COME);
    assert.ok(places.length > 10);
    for (const place of places) assertSamePlace(place, places[0]);
    assert.ok((await page.locator(".row").count()) <= 60);
  },
  ["touch"],
);

/** A value once it stays the same. */
async function settled<Value>(read: () => Promise<Value>): Promise<Value> {
  const last: Value[] = [];
  return until(read, (value) => {
    last.push(value);
    return last.length > 5 && last.slice(-5).every((height) => height === value);
  });
}

/** Scrolls near the oldest message that is there, and tells in each frame where the one in the middle of the view is. */
const PLACES_WHILE_OLDER_COME = `new Promise((resolve) => {
  const list = document.querySelector(".list");
  const height = list.scrollHeight;
  list.scrollTop = 700;
  const frame = () => new Promise(requestAnimationFrame);
  const inView = (row) => row.getBoundingClientRect().top > 200;
  const watch = async () => {
    await frame();
    await frame();
    const { message } = [...document.querySelectorAll("article[data-message]")].find(inView).dataset;
    const places = [];
    // Until they have come, and some frames more.
    for (let frames = 0, end = performance.now() + 10000; frames < 20 && performance.now() < end; await frame()) {
      if (list.scrollHeight > height) frames += 1;
      places.push(document.querySelector(\`[data-message="\${message}"]\`).getBoundingClientRect().top);
    }
    // Nothing to tell if none have come.
    resolve(list.scrollHeight > height ? places : []);
  };
  watch();
})`;

/** Browsers lay out in steps of a 64th of a pixel. */
function assertSamePlace(actual: number | undefined, expected: number | undefined): void {
  assert.ok(Math.abs((actual ?? Infinity) - (expected ?? -Infinity)) <= 1 / 32, `${actual} is not ${expected}`);
}
