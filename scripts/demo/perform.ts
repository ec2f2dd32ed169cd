import type { Act } from "./plan-acts.ts";
import type { PlannedMessage, Step } from "./plan.ts";
import { channelId, memberOf, type World } from "./world.ts";

/** How many steps are in flight at a time, so that the server commits them in groups. */
const AT_ONCE = 24;
const FILE = /\{file:([\w.]+)\}/g;

export interface Performed {
  /** When each message is to have been sent, in UNIX milliseconds, by its ID. */
  readonly times: ReadonlyMap<number, number>;
}

/**
 * Performs all planned steps by the API. Steps of one conversation are done in order; steps of several may overtake
 * each other by a few, which moves them by seconds in a demonstration of weeks.
 */
export async function perform(world: World, steps: readonly Step[]): Promise<Performed> {
  const times = new Map<number, number>();
  const uploads = new Map<string, Promise<string>>();
  const newest = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    const key = keyOf(step);
    const before = newest.get(key);
    const take = async (): Promise<void> => {
      await before;
      if (step.kind === "reading") await memberOf(world, step.reader).client.call("POST /mark_all_as_read");
      else times.set(await send(world, step, uploads), step.at);
    };
    const task = take();
    newest.set(key, task);
    const tracked = task.finally(() => running.delete(tracked));
    running.add(tracked);
    while (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  return { times };
}

function keyOf(step: Step): string {
  if (step.kind === "reading") return `reading of ${step.reader}`;
  // A topic may be moved into another channel, where one of the same name may be.
  return step.place.channel === undefined ? step.place.people.join() : step.place.topic;
}

async function send(world: World, step: PlannedMessage, uploads: Map<string, Promise<string>>): Promise<number> {
  const { client } = memberOf(world, step.sender);
  const correction = step.acts.find((act) => act.kind === "correction");
  const content = await withFiles(world, step, uploads);
  const { place } = step;
  const { id } = await client.call("POST /messages", {
    content: correction?.before ?? content,
    ...(place.channel === undefined
      ? { type: "direct", to: place.people.map((name) => memberOf(world, name).id) }
      : { type: "channel", to: channelId(world, place.channel), topic: place.topic }),
  });
  if (correction !== undefined) await client.call("PATCH /messages/{message_id}", { message_id: id, content });
  for (const act of step.acts) await doAct(world, id, act);
  return id;
}

/** Everybody uploads their own copy of a file, because only the owner of a file may share it. */
async function withFiles(
  world: World,
  { content, sender }: PlannedMessage,
  uploads: Map<string, Promise<string>>,
): Promise<string> {
  let text = content;
  for (const [token, name = ""] of content.matchAll(FILE)) {
    const key = `${sender} ${name}`;
    const url = uploads.get(key) ?? memberOf(world, sender).upload("/user_uploads", name);
    uploads.set(key, url);
    text = text.replace(token, `[${name}](${await url})`);
  }
  return text;
}

async function doAct(world: World, id: number, act: Act): Promise<void> {
  if (act.kind === "correction") return;
  const { client } = memberOf(world, act.who);
  const all = { message_id: id, propagate_mode: "change_all" } as const;
  switch (act.kind) {
    case "reaction":
      await client.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: act.emoji });
      break;
    case "star":
      await client.call("POST /messages/flags", { messages: [id], op: "add", flag: "starred" });
      break;
    case "widget":
      await client.call("POST /submessage", {
        message_id: id,
        msg_type: "widget",
        content: JSON.stringify(act.content),
      });
      break;
    case "resolve":
      await client.call("PATCH /messages/{message_id}", { ...all, topic: `✔ ${act.topic}` });
      break;
    case "move": {
      const channel = act.channel === undefined ? undefined : channelId(world, act.channel);
      await client.call("PATCH /messages/{message_id}", { ...all, topic: act.topic, stream_id: channel });
      break;
    }
  }
}
