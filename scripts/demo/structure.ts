import { CHANNELS, type DemoChannel, FOLDERS, GROUPS } from "./channels.ts";
import { type DemoPerson, emailOf, PASSWORD, TEAMS } from "./people.ts";
import { membersOf } from "./plan.ts";
import { forEach, logIn, type Member, type World } from "./world.ts";

export const ORGANIZATION = "Fernhollow Instruments";
const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
const FIELDS = { shortText: 1, longText: 2, options: 3, date: 4, user: 6, pronouns: 8 } as const;
/** How many requests are made at a time. Hashing passwords takes most of the time. */
const AT_ONCE = 4;

/** Sets the organization up by the API: people, profiles, groups, folders, channels and their permissions. */
export async function setUp(url: string, people: readonly DemoPerson[]): Promise<World> {
  const [ownerPerson, ...others] = people;
  if (ownerPerson === undefined) throw new Error("a demonstration needs somebody");
  const owner = await logIn(url, ownerPerson);
  await describeOrganization(owner);
  const members = new Map([[ownerPerson.name, owner]]);
  await forEach(others, AT_ONCE, async (person) => {
    const { user_id: id } = await owner.client.call("POST /users", {
      email: emailOf(person),
      password: PASSWORD,
      full_name: person.name,
    });
    if (person.role !== "member") {
      await owner.client.call("PATCH /users/{user_id}", { user_id: id, role: ROLES[person.role] });
    }
    members.set(person.name, await logIn(url, person));
  });
  await introduce(owner, people, members);
  const idsOf = (some: readonly DemoPerson[]) => some.flatMap(({ name }) => members.get(name)?.id ?? []);
  for (const group of GROUPS) {
    const { name, description } = group;
    await owner.client.call("POST /user_groups/create", {
      name,
      description,
      members: idsOf(membersOf(group, people)),
    });
  }
  return { members, owner, channels: await createChannels(owner, (channel) => idsOf(membersOf(channel, people))) };
}

async function describeOrganization({ client, person, ...owner }: Member): Promise<void> {
  await client.call("PATCH /realm", {
    description: "Sensors and software for people who grow things. *Measure less, know more.*",
    waiting_period_threshold: 0,
  });
  await client.call("PATCH /settings", { full_name: person.name });
  for (const [prefix, path] of [
    ["FW", "firmware"],
    ["MD", "meadow"],
  ]) {
    const url_template = `https://code.fernhollow.example/${path}/issues/{id}`;
    await client.call("POST /realm/filters", { pattern: `${prefix}-(?P<id>[0-9]+)`, url_template });
  }
  const playground = { name: "Query console", pygments_language: "SQL" };
  await client.call("POST /realm/playgrounds", {
    ...playground,
    url_template: "https://query.fernhollow.example/?sql={code}",
  });
  await owner.upload("/realm/emoji/ship_it", "ship_it.png");
}

/** Profiles, statuses and time zones. */
async function introduce(
  owner: Member,
  people: readonly DemoPerson[],
  members: ReadonlyMap<string, Member>,
): Promise<void> {
  const field = async (field_type: number, name: string, more: object = {}) =>
    (await owner.client.call("POST /realm/profile_fields", { field_type, name, ...more })).id;
  const teams = Object.fromEntries(TEAMS.map((text, index) => [String(index), { text, order: String(index + 1) }]));
  const ids = {
    title: await field(FIELDS.shortText, "Role", { display_in_profile_summary: true }),
    team: await field(FIELDS.options, "Team", { field_data: teams }),
    pronouns: await field(FIELDS.pronouns, "Pronouns", { display_in_profile_summary: true }),
    city: await field(FIELDS.shortText, "City"),
    since: await field(FIELDS.date, "Here since"),
    about: await field(FIELDS.longText, "About me"),
    lead: await field(FIELDS.user, "Talk to them if I am away"),
  };
  await forEach(people, AT_ONCE, async ({ name, title, team, pronouns, city, since, about, timezone, status }) => {
    const member = members.get(name);
    if (member === undefined) return;
    const stand_in = people.find((other) => other.team === team && other.name !== name);
    const standIn = stand_in === undefined ? undefined : members.get(stand_in.name);
    await member.client.call("PATCH /users/me/profile_data", {
      data: [
        { id: ids.title, value: title },
        { id: ids.team, value: String(TEAMS.indexOf(team)) },
        { id: ids.pronouns, value: pronouns },
        { id: ids.city, value: city },
        { id: ids.since, value: since },
        { id: ids.about, value: about },
        { id: ids.lead, value: standIn === undefined ? [] : [standIn.id] },
      ],
    });
    await member.client.call("PATCH /settings", { timezone, twenty_four_hour_time: true });
    if (status !== undefined) {
      await member.client.call("POST /users/me/status", { status_text: status.text, emoji_name: status.emoji });
    }
  });
}

async function createChannels(
  owner: Member,
  subscribersOf: (channel: DemoChannel) => number[],
): Promise<Map<string, number>> {
  const { client } = owner;
  const folders = new Map<string, number>();
  for (const folder of FOLDERS) {
    folders.set(folder.name, (await client.call("POST /channel_folders/create", folder)).channel_folder_id);
  }
  const { streams } = await client.call("GET /streams", {});
  const { user_groups: groups } = await client.call("GET /user_groups", {});
  const ids = new Map<string, number>();
  for (const channel of CHANNELS) {
    const { name, description, folder, isPrivate, hasSharedHistory, writers, replaces } = channel;
    const folder_id = folder === undefined ? undefined : folders.get(folder);
    const existing = streams.find((stream) => stream.name === replaces)?.stream_id;
    const id =
      existing ??
      (
        await client.call("POST /channels/create", {
          name,
          description,
          folder_id,
          subscribers: subscribersOf(channel),
          invite_only: isPrivate === true,
          ...(hasSharedHistory !== undefined && { history_public_to_subscribers: hasSharedHistory }),
          send_new_subscription_messages: false,
        })
      ).id;
    ids.set(name, id);
    const writersId = groups.find((group) => group.name === writers)?.id;
    if (existing !== undefined) {
      const new_name = name === replaces ? undefined : name;
      await client.call("PATCH /streams/{stream_id}", { stream_id: id, new_name, description });
    }
    if (writersId !== undefined) {
      await client.call("PATCH /streams/{stream_id}", { stream_id: id, can_send_message_group: { new: writersId } });
    }
  }
  return ids;
}
