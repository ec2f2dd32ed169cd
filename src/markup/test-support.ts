import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyModel, type MutableModel } from "../engine/model/model.ts";
import { putChannel, putEmoji, putGroup, putUser } from "../engine/model/mutations.ts";
import { CHANNEL_SETTINGS } from "../engine/model/access/permission-settings.ts";
import type { Channel, Linkifier, User, UserGroup } from "../engine/model/records.ts";
import { renderMessage } from "./render.ts";

/** A model in memory with data for every rule of the dialect. */

const user = (id: number, fullName: string, rest: Partial<User> = {}): User =>
  ({ id, email: `${id}@example.com`, fullName, role: 400, botType: null, isActive: true, ...rest }) as User;

const group = (id: number, name: string, rest: Partial<UserGroup> = {}): UserGroup => ({
  id,
  name,
  description: "",
  isSystem: false,
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

export const context = { model: testModel(), sender: SENDER, url: "https://chat.example.com" };

export const html = (source: string): string => renderMessage(source, context).html;

type DialectCase = readonly [source: string, html: string];

/** A test of one rule of the dialect, with a row for each case. */
export function rule(sentence: string, ...rows: readonly DialectCase[]): void {
  test(sentence, () => {
    for (const [source, expected] of rows) assert.equal(html(source), expected, source);
  });
}
