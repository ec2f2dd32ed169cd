import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../harness/until.ts";

/** Ways to use the client. What one can do, one can do in each. */
export type Way = "pointer" | "keyboard" | "touch";

/** Somebody's hands: what they do, in their way. Each act begins with a look at the screen that it is done on. */
export interface Hands {
  readonly way: Way;
  /** Presses a button or a link, or changes a box that can be checked. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses from a list of options. */
  select(field: Locator, option: string): Promise<void>;
  /** Goes to a channel, or to one of its topics. */
  open(channel: string, topic?: string): Promise<void>;
  /** Opens the menu of a message that has this text. */
  openMenuOf(text: string): Promise<void>;
  /** Chooses from the menu that is open. */
  choose(item: string | RegExp): Promise<void>;
  /** Writes a message where one is, and sends it. */
  send(text: string): Promise<void>;
  /** Closes the dialog that is open. */
  closeDialog(): Promise<void>;
}

/** `look` checks what is on the screen. */
export function handsFor(way: Way, page: Page, look: () => Promise<void>): Hands {
  const make = { pointer: pointerHands, keyboard: keyboardHands, touch: touchHands }[way];
  return make(page, look);
}

export const boxOf = (page: Page): Locator => page.getByRole("textbox", { name: /^Message/ });
export const rowOf = (page: Page, text: string): Locator => page.locator("article", { hasText: text }).last();
const navigation = (page: Page): Locator => page.getByRole("navigation");
const channelLink = (page: Page, name: string): Locator =>
  navigation(page).getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });
const sendButton = (page: Page): Locator => page.getByRole("button", { name: "Send", exact: true });
const itemOf = (page: Page, name: string | RegExp): Locator =>
  page.locator("[role^=menuitem]").filter({ has: page.locator(".name").getByText(name, { exact: true }) });

type Make = (page: Page, look: () => Promise<void>) => Hands;

const pointerHands: Make = (page, look) => {
  const press = async (target: Locator) => {
    await target.waitFor();
    await look();
    await target.click();
  };
  return {
    way: "pointer",
    press,
    async write(field, text) {
      await press(field);
      await field.fill(text);
    },
    async select(field, option) {
      await look();
      await field.selectOption(option);
    },
    async open(channel, topic) {
      await press(channelLink(page, channel));
      if (topic !== undefined) await press(channelLink(page, topic));
      await page.getByRole("feed").waitFor();
    },
    async openMenuOf(text) {
      await rowOf(page, text).hover();
      await press(rowOf(page, text).getByRole("button", { name: "All actions" }));
    },
    choose: (item) => press(itemOf(page, item)),
    async send(text) {
      await boxOf(page).fill(text);
      await press(sendButton(page));
    },
    async closeDialog() {
      await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  };
};

const touchHands: Make = (page, look) => {
  const press = async (target: Locator) => {
    await target.waitFor();
    await look();
    await target.tap();
  };
  const fromNavigation = async (name: string) => {
    await press(page.getByRole("button", { name: "Channels and conversations" }));
    await press(channelLink(page, name));
  };
  return {
    way: "touch",
    press,
    async write(field, text) {
      await press(field);
      await field.fill(text);
    },
    async select(field, option) {
      await look();
      await field.selectOption(option);
    },
    async open(channel, topic) {
      await fromNavigation(channel);
      if (topic !== undefined) await fromNavigation(topic);
      await page.getByRole("feed").waitFor();
    },
    async openMenuOf(text) {
      await look();
      await longPress(page, rowOf(page, text).locator(".content, .widget").first());
    },
    choose: (item) => press(itemOf(page, item)),
    async send(text) {
      await press(boxOf(page));
      await boxOf(page).fill(text);
      await press(sendButton(page));
    },
    async closeDialog() {
      await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  };
};

/** A finger that stays where it is until the menu is there. */
export async function longPress(page: Page, target: Locator): Promise<void> {
  // Only waits until it stands still and nothing is in front of it.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  assert.ok(box !== null);
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + Math.min(20, box.width / 2), y: box.y + Math.min(10, box.height / 2) }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("menu").waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

const keyboardHands: Make = (page, look) => {
  const { keyboard } = page;
  const isFocused = async (target: Locator) => (await directionOf(target)) === "here";
  const press = async (target: Locator) => {
    await target.waitFor();
    await look();
    await reach(page, target);
    const isBox = /checkbox|radio/.test((await target.getAttribute("type")) ?? "");
    await keyboard.press(isBox ? "Space" : "Enter");
  };
  /** Keys act on messages once the box has been left. */
  const leaveBox = async () => {
    await boxOf(page).focus();
    await keyboard.press("Escape");
    await page.locator("article:focus").waitFor();
  };
  return {
    way: "keyboard",
    press,
    async write(field, text) {
      await field.waitFor();
      await look();
      await reach(page, field);
      await keyboard.press("Control+a");
      await keyboard.insertText(text);
    },
    async select(field, option) {
      await look();
      await reach(page, field);
      await keyboard.type(option);
    },
    async open(channel, topic) {
      await keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: /^Go to/ });
      await field.waitFor();
      await look();
      await keyboard.insertText(topic ?? channel);
      const detail = topic === undefined ? "channel" : channel;
      const option = page.getByRole("option", { name: `${topic ?? channel} ${detail}` }).first();
      await option.waitFor();
      for (let step = 0; (await option.getAttribute("aria-selected")) !== "true"; step += 1) {
        assert.ok(step < 40, "the option is not reached by arrows");
        await keyboard.press("ArrowDown");
      }
      await look();
      await keyboard.press("Enter");
      await page.getByRole("feed").waitFor();
      // On a desk one can type at once: the text, or the topic where none is open.
      const first = topic === undefined ? page.getByRole("combobox", { name: "Topic" }) : boxOf(page);
      await until(
        () => isFocused(first),
        (isThere) => isThere,
      );
    },
    async openMenuOf(text) {
      await look();
      await leaveBox();
      const row = rowOf(page, text);
      for (let step = 0; !(await isFocused(row)); step += 1) {
        assert.ok(step < 40, "the message is not reached by keys");
        await keyboard.press("k");
      }
      await keyboard.press("i");
      await page.getByRole("menu").waitFor();
    },
    async choose(item) {
      const target = itemOf(page, item);
      await target.waitFor();
      await look();
      for (let step = 0; !(await isFocused(target)); step += 1) {
        assert.ok(step < 40, "the item is not reached by arrows");
        await keyboard.press("ArrowDown");
      }
      await keyboard.press("Enter");
    },
    async send(text) {
      await reach(page, boxOf(page));
      await keyboard.insertText(text);
      await look();
      await keyboard.press("Control+Enter");
    },
    async closeDialog() {
      await look();
      await keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  };
};

/** Where an element is, seen from the one that has the focus. */
const directionOf = (target: Locator): Promise<"here" | "before" | "after"> =>
  target.evaluate((element) => {
    const active = element.ownerDocument.activeElement;
    if (element === active) return "here";
    const isPreceding =
      ((active ?? element).compareDocumentPosition(element) & element.DOCUMENT_POSITION_PRECEDING) !== 0;
    return isPreceding ? "before" : "after";
  });
const MAX_TABS = 150;

/** Goes to an element by Tab alone, as somebody does who has no pointer. */
async function reach(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    const direction = await directionOf(target);
    if (direction === "here") return;
    await page.keyboard.press(direction === "before" ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab does not lead to ${String(target)}`);
}
