import { isGuest } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { allFiles, type DayCount, filesByDay, messagesByDay } from "./queries.ts";

const DAY_SECONDS = 86_400;

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** How much the organization is used: each of the last days, today included, and what there is now. */
export async function usageFigures(realm: RealmRuntime, _reader: Administrator, now: number, days: number) {
  const dates = Array.from({ length: days }, (_, index) => dateOf(now - (days - 1 - index) * DAY_SECONDS));
  const since = dates[0] as string;
  const [messages, files, stored] = await Promise.all([
    messagesByDay(readPool(realm), realm.id, since),
    filesByDay(readPool(realm), realm.id, since),
    allFiles(readPool(realm), realm.id),
  ]);
  const active = [...realm.model.users.values()].filter(({ isActive }) => isActive);
  const people = active.filter(({ botType }) => botType === null);
  return {
    days: presentDays(dates, messages, files, people),
    members: people.filter((user) => !isGuest(user)).length,
    guests: people.filter(isGuest).length,
    bots: active.length - people.length,
    files: stored.files,
    file_bytes: stored.bytes,
  };
}

function presentDays(
  dates: readonly string[],
  messages: readonly DayCount[],
  files: readonly DayCount[],
  people: readonly User[],
) {
  const [sent, uploaded] = [byDay(messages), byDay(files)];
  const joined = people.map(({ dateJoined }) => dateOf(dateJoined));
  return dates.map((date) => ({
    date,
    messages: sent.get(date)?.count ?? 0,
    senders: sent.get(date)?.people ?? 0,
    files: uploaded.get(date)?.count ?? 0,
    people: joined.filter((day) => day <= date).length,
  }));
}

const byDay = (counts: readonly DayCount[]): ReadonlyMap<string, DayCount> =>
  new Map(counts.map((count) => [count.day, count]));
