import { userRecord } from "../../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../../engine/model/model.ts";
import { ROLES, type User } from "../../../../engine/model/records.ts";
import { newUser } from "../record/new-user.ts";
import { caseless } from "../../../../platform/characters.ts";

/** Bots of the server. They are no accounts: they cannot log in, and no list of users contains them. */

const NAMES: Readonly<Record<string, string>> = { "notification-bot": "Notification Bot" };
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
    fullName: NAMES[name] ?? name,
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

export function notificationBot(model: Model): User {
  const [bot] = systemBots(model);
  if (bot === undefined) throw new Error("the organization has no notification bot");
  return bot;
}
