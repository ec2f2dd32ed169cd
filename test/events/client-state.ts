import assert from "node:assert/strict";
import type { OperationResult } from "#client/client.ts";
import type { TestEvent } from "../harness/checked-client.ts";
import { type ChannelState, channelState, stepChannels } from "./channel-state.ts";
import { type DialectState, dialectState, stepDialect } from "./dialect-state.ts";
import { directoryState, type DirectoryState, stepDirectory } from "./directory-state.ts";
import { type OrganizationState, organizationState, stepOrganization } from "./organization-state.ts";
import { revised } from "./revised-state.ts";
import { type PersonalState, personalState, stepPersonal, withAvatar } from "./personal-state.ts";

/** The part of a client's state that events keep current, in a shape that does not depend on the order of lists. */
export interface ClientState extends ChannelState {
  readonly organization: OrganizationState;
  readonly directory: DirectoryState;
  readonly personal: PersonalState;
  readonly dialect: DialectState;
  readonly users: Record<string, unknown>;
  readonly formerUsers: Record<string, unknown>;
  readonly groups: Record<string, Fields>;
  readonly unread: Record<string, string>;
  readonly starred: number[];
  readonly newestMessage: number;
  readonly ownId: number;
  /** Whether the client has no record of people whom its user may not know. */
  readonly isIncomplete: boolean;
}

type Fields = Record<string, unknown>;
type Registered = OperationResult<"POST /register">;

const byId = (list: readonly unknown[], key: string): Record<string, Fields> =>
  Object.fromEntries(list.map((item) => [String((item as Fields)[key]), item as Fields]));

const peopleOf = (list: readonly unknown[] = []) => byId((list as Fields[]).map(withAvatar), "user_id");

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

export function clientState(from: Registered, isIncomplete = false): ClientState {
  const fields = from as unknown as Record<string, never> & { unread_msgs: Unread };
  return {
    organization: organizationState(fields),
    directory: directoryState(fields),
    personal: personalState(fields),
    dialect: dialectState(fields),
    users: peopleOf(fields["realm_users"]),
    formerUsers: peopleOf(fields["realm_non_active_users"]),
    groups: byId(fields["realm_user_groups"] ?? [], "id"),
    ...channelState(fields),
    unread: unreadOf(fields.unread_msgs),
    starred: ascending(fields["starred_messages"] as never),
    newestMessage: fields["max_message_id"] as never,
    ownId: fields["user_id"] as never,
    isIncomplete,
  };
}

interface Unread {
  readonly streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  readonly pms: { other_user_id: number; unread_message_ids: number[] }[];
  readonly huddles: { user_ids_string: string; unread_message_ids: number[] }[];
}

/** Message to the conversation that it is unread in. */
function unreadOf(unread: Unread): Record<string, string> {
  const places: [string, number[]][] = [
    ...unread.streams.map((s): [string, number[]] => [`${s.stream_id}:${s.topic.toLowerCase()}`, s.unread_message_ids]),
    ...unread.pms.map((p): [string, number[]] => [`with ${p.other_user_id}`, p.unread_message_ids]),
    ...unread.huddles.map((h): [string, number[]] => [`among ${h.user_ids_string}`, h.unread_message_ids]),
  ];
  return Object.fromEntries(places.flatMap(([place, ids]) => ids.map((id) => [String(id), place])));
}

/** What a client does with events, implemented from the API's description. */
export function reduce(state: ClientState, events: readonly TestEvent[]): ClientState {
  return events.reduce(step, structuredClone(state));
}

function step(state: ClientState, event: TestEvent): ClientState {
  stepOrganization(state.organization, event);
  stepPersonal(state.personal, event);
  stepDialect(state.dialect, event);
  stepChannels(state, event);
  stepDirectory(state.directory, Object.values({ ...state.users, ...state.formerUsers }) as Fields[], event);
  switch (`${event.type}/${event.op ?? ""}`) {
    case "realm_user/add": {
      const { is_active: _, ...person } = event["person"] as Fields;
      state.users[String(person["user_id"])] = withAvatar(person);
      break;
    }
    case "realm_user/remove":
      makeStranger(state, event["person"] as Fields);
      break;
    case "realm_user/update":
      updatePerson(state, event["person"] as Fields);
      break;
    case "user_group/add":
      Object.assign(state.groups, byId([event["group"]], "id"));
      break;
    case "user_group/remove":
      delete state.groups[String(event["group_id"])];
      break;
    case "user_group/update":
    case "user_group/add_members":
    case "user_group/remove_members":
    case "user_group/add_subgroups":
    case "user_group/remove_subgroups":
      changeGroup(state.groups[String(event["group_id"])] as Fields, event);
      break;
    case "message/":
      return newMessage(state, event);
    case "update_message_flags/add":
    case "update_message_flags/remove":
      return flags(state, event);
    case "delete_message/":
    case "update_message/":
      return revised(state, event);
  }
  return state;
}

/** A client that wants the whole list keeps a placeholder for a user whom it may no longer know. */
function makeStranger(state: ClientState, { user_id: id, full_name }: Fields): void {
  delete state.formerUsers[String(id)];
  delete state.users[String(id)];
  if (state.isIncomplete) return;
  state.users[String(id)] = {
    ...{ user_id: id, full_name, delivery_email: null, email: `user${String(id)}@localhost`, role: 400, timezone: "" },
    ...{ is_owner: false, is_admin: false, is_guest: false, is_bot: false, bot_type: null, bot_owner_id: null },
    ...{ date_joined: "1970-01-01T00:00+00:00", avatar_version: 1, profile_data: {} },
    avatar_url: "/user_avatars/drawn/12/%3F.svg",
  };
}

function updatePerson(state: ClientState, update: Fields): void {
  const id = String(update["user_id"]);
  const { is_active, new_email, custom_profile_field: field, ...rest } = update;
  const { avatar_source: _source, avatar_url_medium: _medium, ...fields } = rest;
  const before = state.users[id] ?? state.formerUsers[id];
  assert.ok(before, `an update of user ${id}, whom the client does not have`);
  const person: Fields = { ...before, ...fields };
  if (new_email !== undefined) person["email"] = new_email;
  if (typeof fields["role"] === "number") {
    const role = fields["role"];
    Object.assign(person, { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 });
  }
  if (field !== undefined) person["profile_data"] = withField(person["profile_data"] as Fields, field as Fields);
  const isActive = is_active ?? state.users[id] !== undefined;
  delete state.users[id];
  delete state.formerUsers[id];
  (isActive === true ? state.users : state.formerUsers)[id] = person;
  if (is_active === false) forget(state, Number(id));
}

/** A deactivated user is in no group and no setting any more. */
function forget(state: ClientState, id: number): void {
  const without = (members: unknown) => (members as number[]).filter((member) => member !== id);
  for (const group of Object.values(state.groups)) group["members"] = without(group["members"]);
  const holders = [state.channels, state.subscriptions, state.groups].flatMap((things) => Object.values(things));
  for (const holder of [...holders, state.organization.properties]) {
    for (const value of Object.values(holder)) {
      if (typeof value !== "object" || value === null || !("direct_members" in value)) continue;
      value.direct_members = without(value.direct_members);
    }
  }
}

function withField(profile: Fields, { id, ...value }: Fields): Fields {
  const { [String(id)]: _, ...others } = profile;
  return value["value"] === null ? others : { ...others, [String(id)]: value };
}

/** A client without the group fails here: it must not get events about groups that it does not have. */
function changeGroup(group: Fields, event: TestEvent): void {
  const field = event["user_ids"] === undefined ? "direct_subgroup_ids" : "members";
  const ids = (event["user_ids"] ?? event["direct_subgroup_ids"] ?? []) as number[];
  const present = group[field] as number[];
  if (event.op === "update") Object.assign(group, event["data"]);
  else if (event.op?.startsWith("add") === true) group[field] = ascending([...present, ...ids]);
  else group[field] = present.filter((id) => !ids.includes(id));
}

function newMessage(state: ClientState, event: TestEvent): ClientState {
  const message = event["message"] as Fields & { id: number; display_recipient: { id: number }[] };
  const isRead = (event["flags"] as string[]).includes("read");
  const unread = isRead ? state.unread : { ...state.unread, [message.id]: placeOf(message, state) };
  return { ...state, unread, newestMessage: message.id };
}

function placeOf(message: Fields & { display_recipient: { id: number }[] }, state: ClientState): string {
  if (message["type"] === "stream")
    return `${String(message["stream_id"])}:${String(message["subject"]).toLowerCase()}`;
  const ids = message.display_recipient.map(({ id }) => id);
  if (ids.length > 2) return `among ${ids.join(",")}`;
  return `with ${ids.find((id) => id !== state.ownId) ?? state.ownId}`;
}

function flags(state: ClientState, event: TestEvent): ClientState {
  const ids = event["messages"] as number[];
  if (event["flag"] === "starred") {
    const rest = state.starred.filter((id) => !ids.includes(id));
    return { ...state, starred: event.op === "add" ? ascending([...rest, ...ids]) : rest };
  }
  if (event["flag"] !== "read") return state;
  if (event["all"] === true) return { ...state, unread: {} };
  const unread = { ...state.unread };
  for (const id of ids) {
    if (event.op === "add") delete unread[id];
    else unread[id] = detailPlace((event["message_details"] as Record<string, Detail>)[id] as Detail, state);
  }
  return { ...state, unread };
}

interface Detail {
  readonly type: string;
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: number[];
}

function detailPlace(detail: Detail, state: ClientState): string {
  if (detail.type === "stream") return `${detail.stream_id}:${detail.topic?.toLowerCase()}`;
  const others = detail.user_ids ?? [];
  if (others.length > 1) return `among ${ascending([...others, state.ownId]).join(",")}`;
  return `with ${others[0] ?? state.ownId}`;
}
