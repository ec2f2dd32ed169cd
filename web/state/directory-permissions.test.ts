import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  isLimitedGuest,
  isOnlyOwner,
  mayAddSubscribers,
  mayAdministerChannel,
  mayJoinGroup,
  mayLeaveGroup,
  mayManageGroup,
  mayManagePerson,
  mayReadChannel,
  mayWriteTo,
} from "./directory-permissions.ts";
import { directWith, keyOf } from "./conversation.ts";
import { mayCreateChannel } from "./member-permissions.ts";
import type { Channel, Group, Person } from "./registered.ts";
import type { State } from "./state.ts";

const ALL = 20;
const NOBODY = 21;

function stateOf(role: number, properties: object = {}): State {
  const group = (id: number, members: number[]) => [id, { id, members, direct_subgroup_ids: [] }];
  return {
    ownId: 1,
    people: { active: new Map([[1, { user_id: 1, role, is_bot: false }]]), former: new Map(), system: new Map() },
    groups: new Map([group(ALL, [1, 2]), group(NOBODY, [])] as never),
    channels: { subscribed: new Map() },
    organization: {
      properties: {
        realm_can_create_public_channel_group: ALL,
        realm_can_create_private_channel_group: NOBODY,
        realm_can_create_web_public_channel_group: ALL,
        realm_can_add_subscribers_group: NOBODY,
        realm_can_manage_all_groups: NOBODY,
        realm_can_access_all_users_group: ALL,
        ...properties,
      },
    },
  } as unknown as State;
}

const channelWith = (more: Partial<Channel> = {}) =>
  ({
    stream_id: 7,
    invite_only: true,
    is_web_public: false,
    is_archived: false,
    can_administer_channel_group: NOBODY,
    can_add_subscribers_group: NOBODY,
    can_subscribe_group: NOBODY,
    can_remove_subscribers_group: NOBODY,
    ...more,
  }) as unknown as Channel;

const groupWith = (more: Partial<Group> = {}) =>
  ({
    id: 30,
    members: [],
    is_system_group: false,
    deactivated: false,
    can_manage_group: NOBODY,
    can_add_members_group: NOBODY,
    can_remove_members_group: NOBODY,
    can_join_group: NOBODY,
    can_leave_group: NOBODY,
    ...more,
  }) as unknown as Group;

suite("what the server lets people do to channels, groups and people", () => {
  test("channels are created by those whom the organization named, and by no guest", () => {
    assert.ok(mayCreateChannel(stateOf(400), "public"));
    assert.ok(!mayCreateChannel(stateOf(400), "private"));
    assert.ok(!mayCreateChannel(stateOf(600), "public"));
    assert.ok(!mayCreateChannel(stateOf(400), "web_public"));
    const open = { server_web_public_streams_enabled: true, realm_enable_spectator_access: true };
    assert.ok(mayCreateChannel(stateOf(400, open), "web_public"));
  });

  test("an administrator may administer a private channel without reading it or adding people", () => {
    const state = stateOf(200);
    assert.ok(mayAdministerChannel(state, channelWith()));
    assert.ok(!mayReadChannel(state, channelWith()));
    assert.ok(!mayAddSubscribers(state, channelWith()));
    assert.ok(mayAddSubscribers(state, channelWith({ invite_only: false })));
    assert.ok(!mayAddSubscribers(state, channelWith({ invite_only: false, is_archived: true })));
  });

  test("a guest administers no channel, even where they are named", () => {
    const named = { can_administer_channel_group: { direct_members: [1], direct_subgroups: [] } };
    assert.ok(mayAdministerChannel(stateOf(400), channelWith(named)));
    assert.ok(!mayAdministerChannel(stateOf(600), channelWith(named)));
  });

  test("a group is joined and left by those who may, and managed by nobody if the server keeps it", () => {
    const state = stateOf(400);
    assert.ok(!mayJoinGroup(state, groupWith()));
    assert.ok(mayJoinGroup(state, groupWith({ can_join_group: ALL })));
    assert.ok(!mayJoinGroup(state, groupWith({ can_join_group: ALL, members: [1] })));
    assert.ok(mayLeaveGroup(state, groupWith({ can_leave_group: ALL, members: [1] })));
    assert.ok(!mayLeaveGroup(state, groupWith({ can_leave_group: ALL, members: [1], deactivated: true })));
    assert.ok(mayManageGroup(state, groupWith({ can_manage_group: ALL })));
    assert.ok(!mayManageGroup(state, groupWith({ can_manage_group: ALL, is_system_group: true })));
  });

  test("owners are managed by owners alone, and the only one stays", () => {
    const person = (role: number) => ({ user_id: 1, role, is_bot: false }) as unknown as Person;
    assert.ok(mayManagePerson(stateOf(200), person(400)));
    assert.ok(!mayManagePerson(stateOf(200), person(100)));
    assert.ok(!mayManagePerson(stateOf(400), person(400)));
    assert.ok(mayManagePerson(stateOf(100), person(100)));
    assert.ok(isOnlyOwner(stateOf(100), person(100)));
  });

  test("people are written to where one of them may have direct messages, and begun with by those who may begin", () => {
    const withBot = (properties: object, recent: readonly string[] = []): State => {
      const state = stateOf(400, properties);
      const bot = { user_id: 9, is_bot: true } as Person;
      const active = new Map([...state.people.active, [9, bot]]);
      return {
        ...state,
        people: { ...state.people, active },
        recentDirects: new Map(recent.map((key) => [key, {}])),
      } as unknown as State;
    };
    const allowed = { realm_direct_message_permission_group: ALL, realm_direct_message_initiator_group: ALL };
    assert.ok(mayWriteTo(withBot(allowed), [2]));
    const off = { ...allowed, realm_direct_message_permission_group: NOBODY };
    assert.ok(!mayWriteTo(withBot(off), [2]));
    assert.ok(mayWriteTo(withBot(off), [9]), "bots answer all");
    const begun = { ...allowed, realm_direct_message_initiator_group: NOBODY };
    assert.ok(!mayWriteTo(withBot(begun), [2]));
    assert.ok(mayWriteTo(withBot(begun, [keyOf(directWith([1, 2], 1))]), [2]), "what goes on goes on");
  });

  test("a guest is limited where the organization shows everybody only to others", () => {
    const guest = { user_id: 1, role: 600 } as Person;
    assert.ok(!isLimitedGuest(stateOf(600), guest));
    assert.ok(isLimitedGuest(stateOf(600, { realm_can_access_all_users_group: NOBODY }), guest));
  });
});
