import { type OperationName, ParleyError } from "#client/client.ts";
import type { Dice } from "../crash/dice.ts";
import { NAMES } from "../harness/cast.ts";
import type { CastMember, TestServer } from "../harness/server.ts";

/** The things that operations act on. */
export interface Town {
  readonly server: TestServer;
  readonly dice: Dice;
  /** Everybody with an account, and those of them who may be deactivated. */
  readonly people: number[];
  readonly extras: number[];
  readonly bots: number[];
  readonly groups: number[];
  readonly channels: Map<number, string>;
  readonly messages: number[];
  readonly fields: number[];
  readonly folders: number[];
  /** What was done, for finding out what went wrong. */
  readonly done: string[];
  made: number;
}

type Attempt = readonly [by: CastMember, name: OperationName, args: Readonly<Record<string, unknown>>];
type Making = (town: Town) => Attempt | undefined;

const anybody = ({ server, dice }: Town): CastMember => server.cast[dice.pick(NAMES)];
const mostlyOwner = (town: Town): CastMember => (town.dice.chance(0.5) ? town.server.cast.desdemona : anybody(town));
const nameOf = (town: Town, what: string): string => `${what} ${(town.made += 1)}`;
const accounts = ({ people, bots }: Town): number[] => [...people, ...bots];
const channelIds = ({ channels }: Town): number[] => [...channels.keys()];
const channelNames = ({ channels }: Town): string[] => [...channels.values()];

const ROLE_GROUPS = [1, 3, 4, 5, 6, 7];

function settingValue(town: Town): { new: unknown } {
  const { dice, people, groups } = town;
  const composite = { direct_members: dice.some(people, 3), direct_subgroups: dice.some([4, 6, ...groups], 2) };
  return { new: dice.pick<unknown>([...ROLE_GROUPS, ...groups, composite]) };
}

const ofPeople: readonly Making[] = [
  (town) => {
    const { desdemona, iago } = town.server.cast;
    const others = accounts(town).filter((id) => id !== desdemona.id && id !== iago.id);
    const change = { user_id: town.dice.pick(others), role: town.dice.pick([200, 300, 400, 400, 600, 600]) };
    return [town.dice.pick([desdemona, iago]), "PATCH /users/{user_id}", change];
  },
  ({ server, dice, extras }) => [server.cast.desdemona, "DELETE /users/{user_id}", { user_id: dice.pick(extras) }],
  ({ server, dice, extras, bots }) => [
    server.cast.desdemona,
    "POST /users/{user_id}/reactivate",
    { user_id: dice.pick([...extras, ...bots]) },
  ],
  (town) => [anybody(town), "PATCH /settings", { full_name: nameOf(town, "Person") }],
  (town) => [anybody(town), "PATCH /settings", { email_address_visibility: town.dice.pick([1, 2, 3, 5]) }],
  (town) => {
    const user_id = town.dice.pick(accounts(town));
    return [mostlyOwner(town), "PATCH /users/{user_id}", { user_id, full_name: nameOf(town, "Person") }];
  },
  (town) => [
    anybody(town),
    "POST /bots",
    { full_name: nameOf(town, "Bot"), short_name: `bot${town.made}`, bot_type: 1 },
  ],
  (town) => {
    const { dice, bots, people } = town;
    const change = dice.pick([
      { bot_owner_id: dice.pick(people) },
      { full_name: nameOf(town, "Bot") },
      { default_sending_stream: dice.pick(["", ...channelNames(town)]) },
    ]);
    return bots.length === 0
      ? undefined
      : [mostlyOwner(town), "PATCH /bots/{bot_id}", { bot_id: dice.pick(bots), ...change }];
  },
  (town) =>
    town.bots.length === 0
      ? undefined
      : [anybody(town), "DELETE /bots/{bot_id}", { bot_id: town.dice.pick(town.bots) }],
  (town) => {
    const name = `person${(town.made += 1)}`;
    const made = { email: `${name}@elsinore.example`, full_name: name, password: "correct horse battery" };
    return [town.server.cast.desdemona, "POST /users", made];
  },
  ({ server, dice }) => [
    server.cast.desdemona,
    "PATCH /realm",
    dice.pick([
      { can_access_all_users_group: { new: dice.pick([6, 7]) } },
      { waiting_period_threshold: dice.pick([0, 3]) },
    ]),
  ],
  (town) => {
    const settings = ["can_create_groups", "can_add_subscribers_group", "can_create_bots_group"];
    return [town.server.cast.desdemona, "PATCH /realm", { [town.dice.pick(settings)]: settingValue(town) }];
  },
  (town) => [town.server.cast.desdemona, "POST /realm/profile_fields", { field_type: 1, name: nameOf(town, "field") }],
  (town) =>
    town.fields.length === 0
      ? undefined
      : [
          anybody(town),
          "PATCH /users/me/profile_data",
          { data: [{ id: town.dice.pick(town.fields), value: nameOf(town, "value") }] },
        ],
  ({ server, dice, fields }) =>
    fields.length === 0
      ? undefined
      : [server.cast.desdemona, "DELETE /realm/profile_fields/{field_id}", { field_id: dice.pick(fields) }],
];

const inGroup = (town: Town, by: CastMember, change: object, name: OperationName): Attempt | undefined =>
  town.groups.length === 0 ? undefined : [by, name, { user_group_id: town.dice.pick(town.groups), ...change }];

const ofGroups: readonly Making[] = [
  (town) => {
    const { dice, people, groups } = town;
    const members = { members: dice.some(people, 5), subgroups: dice.chance(0.3) ? dice.some(groups, 2) : [] };
    return [anybody(town), "POST /user_groups/create", { name: nameOf(town, "group"), description: "", ...members }];
  },
  (town) => {
    const change = { [town.dice.pick(["add", "delete"])]: town.dice.some(town.people, 2) };
    return inGroup(town, mostlyOwner(town), change, "POST /user_groups/{user_group_id}/members");
  },
  (town) => {
    const change = { [town.dice.pick(["add", "delete"])]: town.dice.some(town.groups, 1) };
    return inGroup(town, mostlyOwner(town), change, "POST /user_groups/{user_group_id}/subgroups");
  },
  (town) => {
    const setting = town.dice.pick(["can_join_group", "can_mention_group", "can_manage_group"]);
    const change = { [setting]: settingValue(town) };
    return inGroup(town, mostlyOwner(town), change, "PATCH /user_groups/{user_group_id}");
  },
  (town) => inGroup(town, mostlyOwner(town), {}, "POST /user_groups/{user_group_id}/deactivate"),
  (town) => {
    const change = town.dice.pick([{ deactivated: false }, { name: nameOf(town, "group") }]);
    return inGroup(town, mostlyOwner(town), change, "PATCH /user_groups/{user_group_id}");
  },
];

const CHANNEL_SETTINGS = [
  ...["can_subscribe_group", "can_add_subscribers_group", "can_administer_channel_group"],
  ...["can_send_message_group", "can_remove_subscribers_group"],
];

const inChannel = (town: Town, change: object): Attempt => [
  mostlyOwner(town),
  "PATCH /streams/{stream_id}",
  { stream_id: town.dice.pick(channelIds(town)), ...change },
];

const ofChannels: readonly Making[] = [
  (town) => {
    const { dice } = town;
    const privacy = { invite_only: dice.chance(0.6), history_public_to_subscribers: dice.chance(0.5) };
    const subscribers = dice.some(accounts(town), 5);
    return [anybody(town), "POST /channels/create", { name: nameOf(town, "channel"), subscribers, ...privacy }];
  },
  (town) =>
    inChannel(
      town,
      town.dice.pick([
        { is_private: true },
        { is_private: false },
        { is_private: true, history_public_to_subscribers: true },
      ]),
    ),
  (town) => {
    const folder_id = town.dice.pick([null, ...town.folders]);
    return inChannel(
      town,
      town.dice.pick([{ description: nameOf(town, "about") }, { new_name: nameOf(town, "channel") }, { folder_id }]),
    );
  },
  (town) => inChannel(town, { is_archived: false }),
  (town) => inChannel(town, { [town.dice.pick(CHANNEL_SETTINGS)]: settingValue(town) }),
  (town) => [mostlyOwner(town), "DELETE /streams/{stream_id}", { stream_id: town.dice.pick(channelIds(town)) }],
  (town) => {
    const subscriptions = town.dice.some(channelNames(town), 3).map((name) => ({ name }));
    const principals = town.dice.some(accounts(town), 4);
    const whom = { subscriptions, principals, authorization_errors_fatal: false };
    return [anybody(town), "POST /users/me/subscriptions", whom];
  },
  (town) => {
    const whom = { subscriptions: town.dice.some(channelNames(town), 3), principals: town.dice.some(town.people, 3) };
    return [mostlyOwner(town), "DELETE /users/me/subscriptions", whom];
  },
  (town) => {
    const property = town.dice.pick(["is_muted", "pin_to_top", "desktop_notifications"]);
    const change = { stream_id: town.dice.pick(channelIds(town)), property, value: town.dice.chance(0.5) };
    return [anybody(town), "POST /users/me/subscriptions/properties", { subscription_data: [change] }];
  },
  (town) => {
    const name = town.dice.pick(["POST /default_streams", "DELETE /default_streams"] as const);
    return [town.server.cast.desdemona, name, { stream_id: town.dice.pick(channelIds(town)) }];
  },
  (town) => [
    town.server.cast.desdemona,
    "POST /channel_folders/create",
    { name: nameOf(town, "folder"), description: "" },
  ],
];

const ofMessages: readonly Making[] = [
  (town) => {
    const content = town.dice.pick(["x", "@**all**", "@**Hamlet**"]);
    const to = town.dice.pick(channelIds(town));
    return [anybody(town), "POST /messages", { type: "channel", to, topic: town.dice.pick(["a", "b"]), content }];
  },
  (town) => [anybody(town), "POST /messages", { type: "direct", to: town.dice.some(town.people, 3), content: "x" }],
  (town) => {
    const { dice, messages } = town;
    const where = dice.chance(0.5) ? { stream_id: dice.pick(channelIds(town)) } : {};
    const how = {
      topic: dice.pick(["a", "b", "c"]),
      propagate_mode: dice.pick(["change_one", "change_all"]),
      ...where,
    };
    if (messages.length === 0) return undefined;
    return [mostlyOwner(town), "PATCH /messages/{message_id}", { message_id: dice.pick(messages), ...how }];
  },
  (town) =>
    town.messages.length === 0
      ? undefined
      : [mostlyOwner(town), "DELETE /messages/{message_id}", { message_id: town.dice.pick(town.messages) }],
  (town) => {
    const change = { op: town.dice.pick(["add", "remove"]), flag: "read" };
    return [anybody(town), "POST /messages/flags", { messages: town.dice.some(town.messages, 5), ...change }];
  },
];

const KINDS: readonly (readonly Making[])[] = [ofPeople, ofGroups, ofChannels, ofMessages];

/** Does something at random, about half of which is refused. */
export async function doSomething(town: Town): Promise<void> {
  const attempt = town.dice.pick(town.dice.pick(KINDS))(town);
  if (attempt === undefined) return;
  const [by, name, args] = attempt;
  const outcome = await by.call(name, args as never).then(
    (answer) => learn(town, name, args, answer as unknown as Record<string, number>),
    (error: unknown) => {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      return error.message;
    },
  );
  town.done.push(`${by.name}: ${name} ${JSON.stringify(args)} → ${outcome}`);
}

function learn(town: Town, name: OperationName, args: Attempt[2], answer: Record<string, number>): string {
  const made = (field: string) => answer[field] as number;
  if (name === "POST /users") {
    town.people.push(made("user_id"));
    town.extras.push(made("user_id"));
  }
  if (name === "POST /bots") town.bots.push(made("user_id"));
  if (name === "POST /user_groups/create") town.groups.push(made("group_id"));
  if (name === "POST /channels/create") town.channels.set(made("id"), args["name"] as string);
  if (name === "POST /channel_folders/create") town.folders.push(made("channel_folder_id"));
  if (name === "POST /realm/profile_fields") town.fields.push(made("id"));
  if (name === "POST /messages") town.messages.push(made("id"));
  if (typeof args["new_name"] === "string") town.channels.set(args["stream_id"] as number, args["new_name"]);
  return "done";
}
