import type { Browser, Locator, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import type { Name } from "../../harness/cast.ts";
import type { CastMember, TestServer } from "../../harness/server.ts";
import { type Hands, handsFor, rowOf, type Way } from "./hands.ts";
import { keepPicture } from "./screen.ts";
import { DESK, PHONE, visit, type Visitor } from "./visitor.ts";

/** What a scenario plays with: somebody's hands and screen, and a channel of their own. */
export interface Scene {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly me: CastMember;
  /** Somebody else in the channel. */
  readonly friend: CastMember;
  readonly channel: MadeChannel;
  readonly hands: Hands;
  readonly page: Page;
  readonly visitor: Visitor;
  /** The friend writes into a topic of the channel. */
  readonly post: (topic: string, content: string) => Promise<number>;
  /** The friend's own browser, with a topic of the channel open. */
  readonly friendsBrowser: (topic: string) => Promise<Visitor>;
  readonly row: (text: string) => Locator;
  readonly button: (name: string | RegExp) => Locator;
  readonly field: (name: string | RegExp) => Locator;
  readonly dialog: (name?: string | RegExp) => Locator;
  /** A notice that says something. */
  readonly notice: (text: string | RegExp) => Locator;
  readonly sees: (text: string) => Promise<void>;
  readonly look: () => Promise<void>;
}

type Play = (scene: Scene) => Promise<void>;

export interface Scenario {
  readonly title: string;
  readonly ways: readonly Way[];
  readonly play: Play;
}

export const WAYS: readonly Way[] = ["pointer", "keyboard", "touch"];
export const scenarios: Scenario[] = [];

/** Something that people do, in every way unless it exists in some only. */
export function scenario(title: string, play: Play, ways: readonly Way[] = WAYS): void {
  scenarios.push({ title, ways, play });
}

/** Each way is that of other people, so that they do not disturb each other; the keyboard's screen is dark. */
const PEOPLE: Readonly<Record<Way, { readonly me: Name; readonly friend: Name }>> = {
  pointer: { me: "hamlet", friend: "iago" },
  keyboard: { me: "cordelia", friend: "shiva" },
  touch: { me: "othello", friend: "desdemona" },
};
const SCREENS = { pointer: DESK, keyboard: { ...DESK, colorScheme: "dark" }, touch: PHONE } as const;

/** Somebody who plays one scenario after another in one way, in one page that is never loaded again. */
export interface Player {
  play(scenario: Scenario): Promise<void>;
}

export function createPlayer(way: Way, { server, browser }: Pick<Scene, "server" | "browser">): Player {
  const [me, friend] = [server.cast[PEOPLE[way].me], server.cast[PEOPLE[way].friend]];
  const name = `castle ${way}`;
  const subscribers = [me.id, friend.id];
  let channel: MadeChannel | undefined;
  let visitor: Visitor | undefined;
  let friends: Visitor | undefined;

  const friendsBrowser = async (made: MadeChannel, topic: string) => {
    const fragment = `#narrow/channel/${made.id}/topic/${encodeURIComponent(topic).replaceAll("%", ".")}`;
    if (friends === undefined) {
      friends = await visit(browser, server.url);
      await friends.comeBack(friend.name, fragment);
    }
    await friends.open(fragment);
    return friends;
  };

  return {
    async play({ title, play }) {
      channel ??= await createChannel(friend, { name, subscribers });
      visitor ??= await visit(browser, server.url, SCREENS[way]);
      const { page } = visitor;
      if (page.url() === "about:blank") await visitor.comeBack(me.name);
      await page.evaluate(`location.hash = "#inbox"`);
      const { id } = channel;
      const made = channel;
      const present = visitor;
      const look = () => present.check(`${way}/${title}`);
      try {
        await play({
          server,
          browser,
          me,
          friend,
          channel,
          hands: handsFor(way, page, look),
          page,
          visitor,
          post: async (topic, content) =>
            (await friend.call("POST /messages", { type: "channel", to: id, topic, content })).id,
          friendsBrowser: (topic) => friendsBrowser(made, topic),
          row: (text) => rowOf(page, text),
          button: (label) => page.getByRole("button", { name: label, exact: true }),
          field: (label) => page.getByLabel(label, { exact: true }),
          dialog: (label) => page.getByRole("dialog", label === undefined ? {} : { name: label }),
          notice: (text) => page.locator(".toasts").getByText(text),
          sees: present.sees,
          look,
        });
        await look();
      } catch (error) {
        await keepPicture(page, `${way}/FAILED ${title}`).catch(() => {});
        // The next scenario begins with a page in order.
        await visitor.close();
        visitor = undefined;
        throw error;
      }
    },
  };
}
