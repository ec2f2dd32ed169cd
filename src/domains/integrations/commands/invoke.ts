import { unixSeconds } from "#platform/clock.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { BOT_TYPES, type User } from "#engine/model/records.ts";
import { namedChannel, namedUsers, type To } from "#domains/conversations/send/recipients.ts";
import { checkTopicPolicy } from "#domains/conversations/topics/topic.ts";
import { botOfCommand, checkListens, commandChannel, commandPeople, knownCommand, shownInvoker } from "./access.ts";
import { commandInvoked, type Invocation } from "./invocation.ts";
import { storeInvocationCall } from "../webhooks/invocations/queries.ts";

export interface InvocationInput {
  readonly commandId: number;
  readonly text: string;
  readonly to: To;
  readonly topic: string;
  readonly isDirect: boolean;
}

/**
 * Tells a bot that a user has used one of its commands: by an event for its queues, and by a call of its server, if it has
 * one. Nothing is posted. The user must be able to post there, and the bot to hear what is posted.
 */
export async function invokeCommand(tx: Tx, user: User, input: InvocationInput): Promise<number> {
  const command = await knownCommand(tx.sql, tx.realmId, input.commandId);
  const bot = botOfCommand(tx.model, command);
  const invocation: Invocation = {
    invocation_id: tx.nextId(),
    command_id: command.id,
    command: command.name,
    text: input.text,
    user: shownInvoker(tx.model, bot, user),
    ...(input.isDirect ? withPeople(tx, user, bot, input) : inChannel(tx, user, bot, input)),
    timestamp: unixSeconds(tx.now),
  };
  await checkListens(tx, bot);
  tx.emit(commandInvoked, invocation, { to: "users", ids: [bot.id] });
  if (bot.botType === BOT_TYPES.outgoingWebhook) {
    await storeInvocationCall(tx.sql, tx.realmId, bot.id, invocation);
  }
  return invocation.invocation_id;
}

type Place = Pick<Invocation, "destination" | "channel_name">;

function inChannel({ model }: Tx, user: User, bot: User, { to, topic }: InvocationInput): Place {
  const channel = commandChannel(model, user, bot, namedChannel(to));
  checkTopicPolicy(model, channel, topic);
  return { destination: { type: "channel", to: [channel.id], topic }, channel_name: channel.name };
}

function withPeople({ model }: Tx, user: User, bot: User, { to }: InvocationInput): Place {
  const others = commandPeople(model, user, bot, namedUsers(model, user, to)).filter(({ id }) => id !== bot.id);
  const ids = others.map(({ id }) => id).sort((a, b) => a - b);
  return { destination: { type: "direct", to: ids, topic: "" } };
}
