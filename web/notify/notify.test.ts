import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Message } from "../state/registered.ts";
import type { State } from "../state/state.ts";
import { countFor } from "./count.ts";
import { noticeFor, textOf } from "./decide.ts";

const SETTINGS = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  pm_content_in_desktop_notifications: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  wildcard_mentions_notify: true,
};

function stateWith(settings: object = {}, policy = 0): State {
  const topic = { stream_id: 7, topic_name: "Release", visibility_policy: policy, last_updated: 0 };
  return {
    ownId: 1,
    personal: { settings: { ...SETTINGS, ...settings }, mutedUsers: new Set([66]) },
    userTopics: new Map([["7:release", topic]]),
    channels: { subscribed: new Map([[7, { is_muted: false }]]), known: new Map([[7, { name: "general" }]]) },
    people: { active: new Map(), former: new Map(), system: new Map() },
    organization: { properties: {} },
    unread: {
      messages: new Map<number, unknown>([
        [10, { kind: "topic", channelId: 7, topic: "release" }],
        [11, { kind: "topic", channelId: 7, topic: "other" }],
        [12, { kind: "direct", userIds: [2] }],
      ]),
      mentions: new Set([11]),
    },
  } as unknown as State;
}

const inTopic = { type: "stream", stream_id: 7, subject: "Release", sender_id: 2, sender_full_name: "Ana" };
const direct = { type: "private", display_recipient: [{ id: 1 }, { id: 2 }], sender_id: 2, sender_full_name: "Ana" };
const message = (place: object, more: object = {}) => ({ ...place, content: "<p>Hello</p>", ...more }) as Message;

suite("notifications", () => {
  test("come for direct messages and mentions, not for every message of a channel", () => {
    assert.equal(noticeFor(stateWith(), message(direct), [])?.title, "Ana");
    assert.equal(noticeFor(stateWith(), message(inTopic), ["mentioned"])?.title, "Ana (#general › Release)");
    assert.equal(noticeFor(stateWith(), message(inTopic), []), undefined);
    assert.equal(
      noticeFor(stateWith({ enable_stream_desktop_notifications: true }), message(inTopic), [])?.body,
      "Hello",
    );
  });

  test("come for followed topics, and of muted ones only for mentions", () => {
    assert.equal(noticeFor(stateWith({}, 3), message(inTopic), [])?.hasSound, false);
    assert.equal(noticeFor(stateWith({}, 3), message(inTopic), [])?.hasBanner, true);
    assert.equal(noticeFor(stateWith({}, 1), message(inTopic), ["stream_wildcard_mentioned"]), undefined);
    assert.ok(noticeFor(stateWith({}, 1), message(inTopic), ["mentioned"]));
  });

  test("never come for one's own messages, read ones, and those of muted people", () => {
    assert.equal(noticeFor(stateWith(), message(direct, { sender_id: 1 }), []), undefined);
    assert.equal(noticeFor(stateWith(), message(direct), ["read"]), undefined);
    assert.equal(noticeFor(stateWith(), message(direct, { sender_id: 66 }), []), undefined);
  });

  test("hide the text of direct messages from those who look over a shoulder, and spoilers from all", () => {
    const notice = noticeFor(stateWith({ pm_content_in_desktop_notifications: false }), message(direct), []);
    assert.equal(notice?.body, "New direct message from Ana");
    const spoiler = '<p>Look:</p><div class="spoiler-block"><div class="spoiler-content">it was the butler</div></div>';
    assert.ok(!textOf(spoiler).includes("butler"));
    assert.equal(textOf("<p>a &amp; b</p><p>c</p>"), "a & b\nc");
  });
});

test("the number in the title counts what the user's setting says", () => {
  const count = (display: number, policy = 0) =>
    countFor(stateWith({ desktop_icon_count_display: display }, policy), () => false);
  assert.equal(count(1), 3);
  assert.equal(count(2), 2);
  assert.equal(count(2, 3), 3);
  assert.equal(count(3), 2);
  assert.equal(count(4), 0);
});
