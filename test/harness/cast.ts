import { createKeys } from "#platform/keys.ts";
import { createSite } from "../../src/server.ts";
import { readConfig } from "#config/config.ts";
import type { Database } from "#engine/db/database.ts";
import { newcomerByOperator } from "#domains/people/lifecycle/access.ts";
import { createUser } from "#domains/people/lifecycle/actions/create-user.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { openRealm } from "#engine/runtime/realm-runtime.ts";
import { type Role, ROLES } from "#engine/model/records.ts";
import { createLogger } from "#platform/logger.ts";
import { hashPassword } from "#domains/people/login/passwords.ts";

export const SECRET = "the secret of the tests, which opens nothing else";
export const PASSWORD = "correct horse battery";

/** Everybody's name stands for their role: the template holds them in this order. */
const CAST = {
  desdemona: ROLES.owner,
  iago: ROLES.administrator,
  shiva: ROLES.moderator,
  hamlet: ROLES.member,
  cordelia: ROLES.member,
  othello: ROLES.member,
  polonius: ROLES.guest,
} as const satisfies Record<string, Role>;

export type Name = keyof typeof CAST;
export const NAMES = Object.keys(CAST) as Name[];

export interface Person {
  readonly name: Name;
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  readonly fullName: string;
}

export const REALM_ID = 1;
/**
 * System groups have the first eight IDs; the two system bots and the owner come next, then three channels, then the
 * others.
 */
const OWNER_ID = 11;
const FIRST_OTHER_ID = 15;

const keys = createKeys(SECRET);
const fullName = (name: Name): string => name[0]?.toUpperCase() + name.slice(1);

export const person = (name: Name): Person => {
  const id = name === "desdemona" ? OWNER_ID : FIRST_OTHER_ID + NAMES.indexOf(name) - 1;
  return {
    name,
    id,
    email: `${name}@elsinore.example`,
    apiKey: keys.apiKey(REALM_ID, id, 1),
    fullName: fullName(name),
  };
};

/** Creates the organization of the tests with its cast. */
export async function seedCast(db: Database): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const [owner, ...others] = NAMES.map(person);
  if (owner === undefined) throw new Error("the cast has nobody");
  await createOrganization(db.writes, {
    subdomain: "",
    name: "Elsinore",
    owner: { email: owner.email, fullName: owner.fullName, passwordHash },
  });
  const site = createSite(readConfig([], {}), db, SECRET, createLogger("silent"));
  const realm = await openRealm({ site, realmId: REALM_ID, url: () => "http://localhost", announce: () => {} });
  for (const { name, email, fullName } of others) {
    const newcomer = newcomerByOperator({ email, fullName, role: CAST[name], passwordHash });
    await realm.writeAsServer((tx) => createUser(tx, newcomer, { isGreeted: false }));
  }
  await realm.drain();
}
