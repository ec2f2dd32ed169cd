import type { Sql } from "#engine/db/database.ts";
import { fillDirectory, firstChannelId } from "../../../bench/harness/fill.ts";
import { FIRST_USER_ID, REALM_ID } from "../../../bench/harness/people.ts";
import { FULL, type Scale } from "../../../bench/harness/scale.ts";

/**
 * The organization of simulated people: teams of 50 with four channels each, departments of ten teams with two, and a
 * channel of everybody. A message has as many receivers with few people as with many, so that the load rises with their
 * number and with nothing else.
 */
const TEAM = 50;
const TEAM_CHANNELS = 4;
export const DEPARTMENT = 500;
const DEPARTMENT_CHANNELS = 2;
const TOPICS = 5;
const TOPIC_MESSAGES = 20;

const teamsOf = (users: number): number => users / TEAM;
const teamChannels = (users: number): number => teamsOf(users) * TEAM_CHANNELS;
const departmentChannels = (users: number): number => (users / DEPARTMENT) * DEPARTMENT_CHANNELS;
const channelsOf = (users: number): number => teamChannels(users) + departmentChannels(users) + 1;

/** For so many users, whole departments of them. */
export function scaleFor(users: number): Scale {
  const channels = channelsOf(users);
  const messages = channels * TOPICS * TOPIC_MESSAGES;
  return { ...FULL, users, channels, messages, topicMessages: TOPIC_MESSAGES };
}

/** Subscriptions, and a conversation of each two colleagues. */
export async function fillTeams(sql: Sql, scale: Scale): Promise<void> {
  const { users } = scale;
  const first = firstChannelId(scale);
  await fillDirectory(sql, scale);
  await sql`
    insert into subscription (realm_id, user_id, channel_id, received, color)
    select ${REALM_ID}, ${FIRST_USER_ID} + u, ${first} + place, '{[1,)}', '#76ce90'
    from generate_series(0, ${users - 1}::int) u, lateral (
      select u / ${TEAM}::int * ${TEAM_CHANNELS}::int + k from generate_series(0, ${TEAM_CHANNELS - 1}::int) k
      union all
      select ${teamChannels(users)}::int + u / ${DEPARTMENT}::int * ${DEPARTMENT_CHANNELS}::int + k
      from generate_series(0, ${DEPARTMENT_CHANNELS - 1}::int) k
      union all
      select ${channelsOf(users) - 1}::int
    ) c (place)`;
  const lastId = first + channelsOf(users) - 1;
  await sql`
    insert into direct_conversation (realm_id, id, user_ids)
    select ${REALM_ID}, ${lastId + 1} + pair, array[${FIRST_USER_ID} + 2 * pair, ${FIRST_USER_ID} + 2 * pair + 1]
    from generate_series(0, ${users / 2 - 1}::int) pair`;
  await sql`update realm_head set last_id = ${lastId + users / 2} where realm_id = ${REALM_ID}`;
}

/** Where somebody writes: a channel with a range of people, or one other person. */
export interface Destination {
  readonly channelId: number | undefined;
  readonly topic: string;
  /** The receivers: the people from one number to another, or two of them. */
  readonly members: { readonly from: number; readonly until: number } | readonly [number, number];
}

const below = (count: number): number => Math.floor(Math.random() * count);
const topic = (): string => `Topic ${below(TOPICS)}`;

export function teamChannel(users: number, person: number): Destination {
  const team = Math.floor(person / TEAM);
  const channelId = firstChannelId({ users }) + team * TEAM_CHANNELS + below(TEAM_CHANNELS);
  return { channelId, topic: topic(), members: { from: team * TEAM, until: (team + 1) * TEAM } };
}

export function departmentChannel(users: number, person: number): Destination {
  const department = Math.floor(person / DEPARTMENT);
  const channelId =
    firstChannelId({ users }) + teamChannels(users) + department * DEPARTMENT_CHANNELS + below(DEPARTMENT_CHANNELS);
  return {
    channelId,
    topic: topic(),
    members: { from: department * DEPARTMENT, until: (department + 1) * DEPARTMENT },
  };
}

export const everybody = (users: number): Destination => ({
  channelId: firstChannelId({ users }) + channelsOf(users) - 1,
  topic: topic(),
  members: { from: 0, until: users },
});

/** The one that the person has direct messages with: people write to few others, and seldom for the first time. */
export function colleague(person: number): Destination {
  return { channelId: undefined, topic: "", members: [person, person ^ 1] };
}
