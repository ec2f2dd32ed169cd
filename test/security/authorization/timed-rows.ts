import { ACCOUNTS } from "./gates.ts";
import type { Rows } from "./row.ts";
import type { Actor, World } from "./world.ts";

const LATER = 4_000_000_000;

const args = ({ channel }: World) => ({
  type: "channel" as const,
  to: channel.id,
  topic: "x",
  content: "x",
  scheduled_delivery_timestamp: LATER,
});
const ownScheduled = async (world: World, { client }: Actor) => {
  const made = await client.call("POST /scheduled_messages", args(world)).catch(() => undefined);
  return { scheduled_message_id: made?.scheduled_message_id ?? 0 };
};
const reminder = ({ message }: World) => ({ message_id: message, scheduled_delivery_timestamp: LATER });
const ownReminder = async (world: World, { client }: Actor) => {
  const made = await client.call("POST /reminders", reminder(world)).catch(() => undefined);
  return { reminder_id: made?.reminder_id ?? 0 };
};

export const timedRows: Rows = {
  "GET /scheduled_messages": [ACCOUNTS],
  "POST /scheduled_messages": [ACCOUNTS, args],
  "PATCH /scheduled_messages/{scheduled_message_id}": [
    ACCOUNTS,
    async (world, actor) => ({ ...(await ownScheduled(world, actor)), content: "y" }),
  ],
  "DELETE /scheduled_messages/{scheduled_message_id}": [ACCOUNTS, ownScheduled],
  "GET /reminders": [ACCOUNTS],
  "POST /reminders": [ACCOUNTS, reminder],
  "DELETE /reminders/{reminder_id}": [ACCOUNTS, ownReminder],
};
