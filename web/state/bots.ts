import { changed, mapBy, withEntry, without } from "./collections.ts";
import type { Bot, Event, Registered, RegisteredBot } from "./registered.ts";

/** Bots that the user manages, those that were deactivated included. */
export type Bots = ReadonlyMap<number, Bot>;

/** State is kept on the device: keys and tokens are fetched where somebody asks to see them. */
function withoutSecrets(bot: Partial<RegisteredBot>): Partial<Bot> {
  const { api_key: _key, services, ...others } = bot;
  const shown = services?.map(({ token: _token, ...service }) => service);
  return { ...others, ...(shown !== undefined && { services: shown }) };
}

export const initialBots = (from: Registered): Bots =>
  mapBy(
    from.realm_bots.map((bot) => withoutSecrets(bot) as Bot),
    ({ user_id }) => user_id,
  );

export function reduceBots(bots: Bots, event: Event): Bots {
  if (event.type !== "realm_bot") return bots;
  switch (event.op) {
    case "add":
      return withEntry(bots, event.bot.user_id, withoutSecrets(event.bot as RegisteredBot) as Bot);
    case "update":
      return changed(bots, event.bot.user_id, (bot) => ({
        ...bot,
        ...withoutSecrets(event.bot as Partial<RegisteredBot>),
      }));
    case "remove":
    case "delete":
      return without(bots, event.bot.user_id);
  }
}
