import { type ZipEntry, writeZip } from "../harness/zip.ts";

/**
 * Writes a Slack export of any size: `node test/imports/slack-export.ts FILE [MESSAGES]`, by default 100,000. The same
 * number gives the same export.
 */

const [PEOPLE, CHANNELS, PER_DAY] = [200, 40, 1000];
const START = 1_600_000_000;
const DAY = 86_400;
const WORDS =
  "deploy the server again after lunch because a build was slow and nobody saw that tests had failed on main".split(
    " ",
  );

/** Numbers that look random, by the MINSTD generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function* exportOf(messages: number): Generator<ZipEntry> {
  const random = numbers(7);
  const person = () => `U${random(PEOPLE)}`;
  const json = (name: string, value: unknown): ZipEntry => ({ name, data: JSON.stringify(value) });
  const users = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `U${index}`,
    name: `person${index}`,
    is_owner: index === 0,
    profile: { real_name: `Person Number ${index}`, email: `person${index}@acme.example` },
  }));
  const channels = Array.from({ length: CHANNELS }, (_, index) => ({
    id: `C${index}`,
    name: `channel-${index}`,
    created: START,
    creator: "U0",
    members: users.map(({ id }) => id),
  }));
  yield json("users.json", users);
  yield json("channels.json", channels);
  const text = () => {
    const words = Array.from({ length: 5 + random(40) }, () => WORDS[random(WORDS.length)]).join(" ");
    const more = ["", ` <@${person()}>`, " *really*", " <https://ci.example/7|job 7>", " `code` :tada:", "\n> quoted"];
    return words + more[random(more.length)];
  };
  const threads = new Map<number, string>();
  for (let [done, day] = [0, 0]; done < messages; day += 1) {
    const days = new Map<number, object[]>();
    for (let number = 0; number < PER_DAY && done < messages; number += 1, done += 1) {
      const channel = random(CHANNELS);
      const ts = `${START + day * DAY + number * 80}.${String(done % 1_000_000).padStart(6, "0")}`;
      const kind = random(10);
      if (kind === 0) threads.set(channel, ts);
      const thread = kind < 4 ? threads.get(channel) : undefined;
      const message = {
        type: "message",
        user: person(),
        text: text(),
        ts,
        ...(thread !== undefined && { thread_ts: thread }),
        ...(kind === 5 && { reactions: [{ name: "+1", users: [person()], count: 1 }] }),
      };
      days.set(channel, [...(days.get(channel) ?? []), message]);
    }
    const date = new Date((START + day * DAY) * 1000).toISOString().slice(0, 10);
    for (const [channel, list] of days) yield json(`channel-${channel}/${date}.json`, list);
  }
}

export const writeSlackExport = (path: string, messages: number): void => writeZip(path, exportOf(messages));

if (import.meta.main) writeSlackExport(process.argv[2] ?? "slack-export.zip", Number(process.argv[3] ?? 100_000));
