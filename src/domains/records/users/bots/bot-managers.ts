import type { Tx } from "#engine/writer/tx.ts";
import type { Audience } from "#engine/log/entry.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { managesBot } from "#engine/model/access/permissions.ts";
import type { Bot, User } from "#engine/model/records.ts";
import { botAdded, botGone, botUpdated, type LoggedBotUpdate } from "./events.ts";
import { type BotState, presentDefaults } from "./present.ts";

const NO_SETTINGS = {
  defaultSendingStream: null,
  defaultEventsRegisterStream: null,
  defaultAllPublicStreams: false,
  service: null,
  webhookSecret: null,
} as const;

export const stateOf = (model: Model, user: User): BotState => ({
  user,
  settings: model.bots.get(user.id) ?? { id: user.id, ...NO_SETTINGS },
});

/**
 * Emits a change of a bot: the new values to users who go on managing it, the whole bot to users who begin to manage it,
 * and its removal to users who no longer manage it. A key is logged as the number of its generation: see
 * domains/records/users/bots/events.ts.
 */
export function emitBotChange(tx: Tx, before: BotState, after: BotState, news: Omit<LoggedBotUpdate, "user_id">): void {
  const { id } = after.user;
  const [did, does] = [managersOf(tx, before), managersOf(tx, after)];
  const gained = does.filter((user) => !did.includes(user));
  const lost = did.filter((user) => !does.includes(user));
  if (Object.keys(news).length > 0) {
    tx.emit(
      botUpdated,
      { bot: { user_id: id, ...news } },
      toManagers(
        id,
        does.filter((user) => did.includes(user)),
      ),
    );
  }
  if (gained.length > 0) emitBot(tx, after, gained);
  if (lost.length > 0) emitBotGone(tx, id, lost);
}

/** Emits to a user whose role changes the bots that they manage now, and those that they no longer manage. */
export function emitManagedBots(tx: Tx, before: User, after: User): void {
  if (after.botType !== null) return;
  for (const bot of tx.model.users.values()) {
    if (bot.botType === null) continue;
    const [did, does] = [managesBot(tx.model, before, bot), managesBot(tx.model, after, bot)];
    if (!did && does) emitBot(tx, stateOf(tx.model, bot), [after]);
    if (did && !does) emitBotGone(tx, bot.id, [after]);
  }
}

const usesChannel = ({ defaultSendingStream, defaultEventsRegisterStream }: Bot, channelId: number): boolean =>
  defaultSendingStream === channelId || defaultEventsRegisterStream === channelId;

/** Emits bots to new and former managers, where the change of one of the bot's channels to `after` changes who manages it. */
export function emitMovedManagers(tx: Tx, after: Model, channelId: number): void {
  const people = [...tx.model.users.values()].filter((user) => user.isActive && user.botType === null);
  for (const settings of tx.model.bots.values()) {
    const bot = userRecord(tx.model, settings.id);
    if (bot === undefined || !usesChannel(settings, channelId)) continue;
    const gained = people.filter((user) => !managesBot(tx.model, user, bot) && managesBot(after, user, bot));
    const lost = people.filter((user) => managesBot(tx.model, user, bot) && !managesBot(after, user, bot));
    if (gained.length > 0) emitBot(tx, { user: bot, settings }, gained);
    if (lost.length > 0) emitBotGone(tx, bot.id, lost);
  }
}

/** Emits the new name of a channel as the default one of bots, which their managers know by its name. */
export function emitRenamedDefaults(tx: Tx, after: Model, channelId: number): void {
  for (const settings of tx.model.bots.values()) {
    const bot = userRecord(tx.model, settings.id);
    // Before all people are asked whether they manage it.
    if (bot === undefined || !usesChannel(settings, channelId)) continue;
    const names = presentDefaults(after, { user: bot, settings });
    const news = {
      ...(settings.defaultSendingStream === channelId && { default_sending_stream: names.default_sending_stream }),
      ...(settings.defaultEventsRegisterStream === channelId && {
        default_events_register_stream: names.default_events_register_stream,
      }),
    };
    const state = { user: bot, settings };
    emitBotChange(tx, state, state, news);
  }
}

/** Emits a whole bot to its managers, or to some of them. */
export function emitBot(tx: Tx, bot: BotState, to: readonly User[] = managersOf(tx, bot)): void {
  tx.emit(botAdded, { ...bot }, toManagers(bot.user.id, to));
}

const managersOf = (tx: Tx, { user: bot, settings }: BotState): User[] =>
  [...tx.model.users.values()].filter((user) => user.isActive && managesBot(tx.model, user, bot, settings));

/** The managers are listed: users who begin to manage the bot later must not get an event for a bot they do not have yet. */
const toManagers = (bot: number, managers: readonly User[]): Audience => ({
  to: "managers",
  bot,
  only: managers.map(({ id }) => id),
});

function emitBotGone(tx: Tx, botId: number, from: readonly User[]): void {
  tx.emit(botGone, { bot: { user_id: botId } }, { to: "users", ids: from.map(({ id }) => id) });
}
