import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { mayDelete, mayEdit, mayMoveOut, mayRename, mayResolve } from "./permissions.ts";
import type { State } from "./state.ts";

const EVERYBODY = 20;
const NOBODY = 21;
const NOW = 10_000;

function stateWith(properties: object = {}, channel: object = {}, role = 400): State {
  const group = (id: number, members: number[]) => [id, { id, members, direct_subgroup_ids: [] }];
  return {
    ownId: 1,
    people: {
      active: new Map([
        [1, { user_id: 1, role }],
        [9, { user_id: 9, bot_owner_id: 1 }],
      ]),
      former: new Map(),
      system: new Map(),
    },
    groups: new Map([group(EVERYBODY, [1, 2]), group(NOBODY, [])] as never),
    channels: {
      known: new Map([[7, { stream_id: 7, is_archived: false, can_send_message_group: EVERYBODY, ...channel }]]),
    },
    organization: {
      properties: {
        realm_allow_message_editing: true,
        realm_message_content_edit_limit_seconds: 600,
        realm_message_content_delete_limit_seconds: 600,
        realm_can_delete_own_message_group: EVERYBODY,
        realm_can_delete_any_message_group: NOBODY,
        realm_can_resolve_topics_group: NOBODY,
        realm_can_move_messages_between_topics_group: NOBODY,
        realm_can_move_messages_between_channels_group: NOBODY,
        realm_move_messages_within_stream_limit_seconds: 600,
        ...properties,
      },
    },
  } as unknown as State;
}

const sent = (sender_id: number, secondsAgo: number) =>
  ({ sender_id, timestamp: NOW - secondsAgo, stream_id: 7, type: "stream" }) as never;

suite("what the server will allow", () => {
  test("edits of one's own messages, for as long as the organization says", () => {
    assert.deepEqual(mayEdit(stateWith(), sent(1, 100), NOW), { isAllowed: true, until: NOW + 500 });
    assert.equal(mayEdit(stateWith(), sent(1, 700), NOW).isAllowed, false);
    assert.equal(mayEdit(stateWith(), sent(2, 1), NOW).isAllowed, false);
    assert.equal(mayEdit(stateWith({ realm_allow_message_editing: false }), sent(1, 1), NOW).isAllowed, false);
    assert.equal(mayEdit(stateWith({}, { can_send_message_group: NOBODY }), sent(1, 1), NOW).isAllowed, false);
    const endless = stateWith({ realm_message_content_edit_limit_seconds: null });
    assert.deepEqual(mayEdit(endless, sent(1, 9000), NOW), { isAllowed: true });
  });

  test("deletes of one's own messages and one's bots', and of others' only by permission, for the channel too", () => {
    assert.equal(mayDelete(stateWith(), sent(1, 100), NOW).isAllowed, true);
    assert.equal(mayDelete(stateWith(), sent(9, 100), NOW).isAllowed, true);
    assert.equal(mayDelete(stateWith(), sent(1, 700), NOW).isAllowed, false);
    assert.equal(mayDelete(stateWith(), sent(2, 1), NOW).isAllowed, false);
    assert.equal(
      mayDelete(stateWith({}, { can_delete_any_message_group: EVERYBODY }), sent(2, 9000), NOW).isAllowed,
      true,
    );
  });

  test("moves by the organization's or the channel's setting, without limit of time for moderators", () => {
    assert.equal(mayRename(stateWith(), 7, NOW, NOW).isAllowed, false);
    const here = { can_move_messages_within_channel_group: EVERYBODY };
    assert.equal(mayRename(stateWith({}, here), 7, NOW, NOW).isAllowed, true);
    assert.equal(mayRename(stateWith({}, here), 7, NOW - 700, NOW).isAllowed, false);
    assert.equal(mayRename(stateWith({}, here, 300), 7, NOW - 700, NOW).isAllowed, true);
    assert.equal(mayMoveOut(stateWith(), 7, NOW, NOW).isAllowed, false);
    assert.equal(mayMoveOut(stateWith({}, {}, 200), 7, NOW, NOW).isAllowed, true);
  });

  test("resolves topics by either setting, and nothing in an archived channel", () => {
    assert.equal(mayResolve(stateWith(), 7).isAllowed, false);
    assert.equal(mayResolve(stateWith({}, { can_resolve_topics_group: EVERYBODY }), 7).isAllowed, true);
    assert.equal(mayResolve(stateWith({ realm_can_resolve_topics_group: EVERYBODY }), 7).isAllowed, true);
    assert.equal(mayDelete(stateWith({}, { is_archived: true }), sent(1, 1), NOW).isAllowed, false);
  });
});
