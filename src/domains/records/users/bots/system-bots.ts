import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import { newUser } from "../record/new-user.ts";
import { caseless } from "#platform/characters.ts";

/** Bots of the server. They are no accounts: they cannot log in, and no list of users contains them. */

const NAMES = { "notification-bot": "Notification Bot", "welcome-bot": "Welcome Bot" } as const;
const GENERIC_BOT = 1;
const EVERYONE = 1;

const presented = new WeakMap<Model["systemBots"], Map<number, User>>();

function bots(model: Model): Map<number, User> {
  let known = presented.get(model.systemBots);
  if (known === undefined) {
    known = new Map([...model.systemBots].map(([id, name]) => [id, madeBot(model, id, name)]));
    presented.set(model.systemBots, known);
  }
  return known;
}

const madeBot = (model: Model, id: number, name: string): User => ({
  ...newUser({
    id,
    email: `${name}@${model.host}`,
    fullName: NAMES[name as keyof typeof NAMES] ?? name,
    role: ROLES.member,
    now: model.realm.createdAt,
  }),
  botType: GENERIC_BOT,
  emailVisibility: EVERYONE,
});

export const systemBots = (model: Model): User[] => [...bots(model).values()];

export const systemBot = (model: Model, id: number): User | undefined => bots(model).get(id);

/** A user who may send and receive messages: an account or a system bot. */
export const anyUser = (model: Model, id: number): User | undefined => userRecord(model, id) ?? bots(model).get(id);

export const systemBotByEmail = (model: Model, email: string): User | undefined =>
  systemBots(model).find((bot) => bot.email === caseless(email.trim()));

/** For what happens in the organization. */
export const notificationBot = (model: Model): User => named(model, "notification-bot");

/** For newcomers. */
export const welcomeBot = (model: Model): User => named(model, "welcome-bot");

function named(model: Model, name: keyof typeof NAMES): User {
  const bot = systemBots(model).find(({ fullName }) => fullName === NAMES[name]);
  if (bot === undefined) throw new Error(`the organization has no ${name}`);
  return bot;
}
