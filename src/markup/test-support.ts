import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { onlyUrl } from "#engine/runtime/own-urls.ts";
import { emptyModel, type MutableModel } from "#engine/model/model.ts";
import { putChannel, putEmoji, putGroup, putUser } from "#engine/model/mutations.ts";
import { CHANNEL_SETTINGS } from "#engine/model/access/permission-settings.ts";
import type { Channel, Linkifier, User, UserGroup } from "#engine/model/records.ts";
import { renderMessage } from "./render.ts";

/** A model in memory with data for every rule of the dialect. */

const user = (id: number, fullName: string, rest: Partial<User> = {}): User =>
  ({ id, email: `${id}@example.com`, fullName, role: 400, botType: null, isActive: true, ...rest }) as User;

const group = (id: number, name: string, rest: Partial<UserGroup> = {}): UserGroup => ({
  id,
  name,
  description: "",
  isSystem: false,
  isManaged: false,
  creatorId: null,
  createdAt: null,
  deactivated: false,
  settings: {},
  members: [],
  subgroups: [],
  ...rest,
});

const channel = (id: number, name: string, rest: Partial<Channel> = {}): Channel =>
  ({
    id,
    name,
    inviteOnly: false,
    isWebPublic: false,
    isArchived: false,
    historyPublicToSubscribers: true,
    settings: Object.fromEntries(Object.keys(CHANNEL_SETTINGS).map((setting) => [setting, 100])),
    ...rest,
  }) as Channel;

export const linkifier = (id: number, pattern: string, urlTemplate: string): Linkifier => ({
  id,
  pattern,
  url_template: urlTemplate,
});

export const SENDER = user(12, "Hamlet");

export function testModel(settings: Record<string, unknown> = {}): MutableModel {
  const model = emptyModel(
    { id: 1, subdomain: "", name: "x", createdAt: 0, deactivated: false, guestQueuesEndedAt: 0, settings },
    "localhost",
    0,
  );
  putGroup(model, group(100, "role:nobody", { isSystem: true }));
  putGroup(model, group(101, "role:administrators", { isSystem: true }));
  putGroup(model, group(102, "role:everyone", { isSystem: true }));
  putGroup(model, group(5, "support"));
  putGroup(model, group(6, "gone", { deactivated: true }));
  putUser(model, SENDER);
  putUser(model, user(13, "Zoe <b>"));
  putUser(model, user(14, "Left", { isActive: false }));
  putChannel(model, channel(3, "general"));
  putChannel(model, channel(4, "a (b). c"));
  putChannel(model, channel(7, "secret", { inviteOnly: true }));
  putEmoji(model, {
    id: 8,
    name: "green_tick",
    sourceUrl: "/emoji/8.png",
    stillUrl: null,
    deactivated: false,
    authorId: 12,
  });
  model.linkifiers = [linkifier(1, "#(?P<id>[0-9]{2,8})", "https://trac.example.com/{id}")];
  return model;
}

export const context = { model: testModel(), sender: SENDER, own: onlyUrl(() => "https://chat.example.com") };

export const html = (source: string): string => renderMessage(source, context).html;

type DialectCase = readonly [source: string, html: string];

/** A test of one rule of the dialect, with a row for each case. */
export function rule(sentence: string, ...rows: readonly DialectCase[]): void {
  test(sentence, () => {
    for (const [source, expected] of rows) assert.equal(html(source), expected, source);
  });
}

const PIECES = [
  ..."*_~`[]()<>!@#:$|&\\'\"\n ./-+=1a".split(""),
  "**",
  "```",
  "~~~",
  "```quote\n",
  "```spoiler x\n",
  "```py\n",
  "```math\n",
  "\n\n",
  "> ",
  "* ",
  "1. ",
  "    ",
  "---",
  "|-|-|\n",
  "@**Hamlet**",
  "@**",
  "@*support*",
  "#**general>",
  "#**general**",
  "#**",
  "**",
  "$$x$$",
  "$$",
  "\\href{javascript:x}{y}",
  "\\color{red}",
  "<time:1>",
  "<time:",
  "&lt;",
  "&#60;",
  ":smile:",
  ":green_tick:",
  "😄",
  "❤️",
  "\u0000",
  "\u202e",
  "\ud800",
  "é",
  "中",
  "<img src=x onerror=alert(1)>",
  "<script>",
  "</p>",
  '" onmouseover="x',
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "[x](",
  "![x](",
  "](",
  "https://e.com",
  "https://e.com/a.png",
  "https://e.com/a.mp4",
  "![x](https://e.com/a.mp3)",
  "https://e.com/a.mp3)",
  "e.com/x",
  "/user_uploads/1/a.png",
  "go/",
  "#12",
  "https://chat.example.com/#x",
  "https://chat.example.com/user_uploads/1/a.png",
  "a@b.com",
  ":)",
  "<3",
  "https://youtu.be/dQw4w9WgXcQ",
  "https://e.com:",
  // Letters of two UTF-16 units; the first unit of U+10000 is that of the marks in stash.ts.
  "𠮷",
  "𐀀",
];

/** Markdown with what has misled renderers: unclosed pairs, HTML, addresses, letters of two units. */
export const randomText = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((all) => all.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);
