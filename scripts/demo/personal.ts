import { seededRandom } from "./random.ts";
import { channelId, type Member, type World } from "./world.ts";

const POLICIES = { muted: 1, followed: 3 } as const;
const HOUR_SECONDS = 3600;

/** Personal data: drafts, scheduled messages, followed and muted topics, pins and alert words. */
export async function personalize(world: World, seed: number, now: number): Promise<void> {
  const random = seededRandom(seed + 1);
  const seconds = Math.floor(now / 1000);
  for (const [index, member] of [...world.members.values()].entries()) {
    await arrange(world, member);
    if (index < 6) await write(world, member, seconds);
    const { client } = member;
    const { subscriptions } = await client.call("GET /users/me/subscriptions", {});
    const { stream_id } = random.pick(subscriptions);
    const { topics } = await client.call("GET /users/me/{stream_id}/topics", { stream_id });
    const chosen = random.shuffled(topics.map(({ name }) => name)).slice(0, 5);
    for (const [place, topic] of chosen.entries()) {
      const visibility_policy = place < 2 ? POLICIES.muted : POLICIES.followed;
      await client.call("POST /user_topics", { stream_id, topic, visibility_policy });
    }
    await client.call("POST /users/me/presence", { status: index % 3 === 2 ? "idle" : "active", ping_only: true });
  }
}

async function arrange(world: World, { client, person }: Member): Promise<void> {
  const pinned = channelId(world, person.team === "Customers" ? "support" : "general");
  const data = [{ stream_id: pinned, property: "pin_to_top", value: true }];
  if (person.role === "member") {
    data.push({
      stream_id: channelId(world, "kitchen table"),
      property: "is_muted",
      value: person.team === "Hardware",
    });
  }
  if (person.role !== "guest") {
    await client.call("POST /users/me/subscriptions/properties", { subscription_data: data });
  }
  const words = {
    Company: "invoice",
    Engineering: "outage",
    Hardware: "batch",
    Product: "release",
    Customers: "refund",
  };
  await client.call("POST /users/me/alert_words", { alert_words: [words[person.team]] });
}

async function write(world: World, { client, id }: Member, now: number): Promise<void> {
  const general = channelId(world, "general");
  const { messages } = await client.call("GET /messages", { anchor: "newest", num_before: 20, num_after: 0 });
  await client.call("POST /drafts", {
    drafts: [
      {
        type: "stream",
        to: [general],
        topic: "All hands, autumn",
        content: "Could we also talk about **how we plan**? I have",
        timestamp: now - 5 * HOUR_SECONDS,
      },
      {
        type: "private",
        to: [world.owner.id],
        topic: "",
        content: "About yesterday: I think that we were both right, and",
        timestamp: now - 26 * HOUR_SECONDS,
      },
    ],
  });
  await client.call("POST /scheduled_messages", {
    type: "channel",
    to: general,
    topic: "Travel and fairs",
    content: "Reminder: names for the fair **today**, please. :pray:",
    scheduled_delivery_timestamp: now + 20 * HOUR_SECONDS,
  });
  await client.call("POST /scheduled_messages", {
    type: "direct",
    to: [id],
    content: "Water the lemon tree.",
    scheduled_delivery_timestamp: now + 44 * HOUR_SECONDS,
  });
  await client.call("POST /saved_snippets", {
    title: "Nothing is lost",
    content: "Nothing is lost: the missing readings will appear by themselves within the hour.",
  });
  const starred = messages.filter((_, index) => index % 5 === 0).map((message) => message.id);
  await client.call("POST /messages/flags", { messages: starred, op: "add", flag: "starred" });
  await client.call("POST /navigation_views", { fragment: "narrow/is/starred", is_pinned: true });
  const [message] = messages;
  if (message !== undefined) {
    await client.call("POST /reminders", {
      message_id: message.id,
      scheduled_delivery_timestamp: now + 18 * HOUR_SECONDS,
      note: "answer before the call",
    });
  }
}
