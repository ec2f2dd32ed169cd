import { ROLES } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import type { Archive } from "../archives/archive.ts";
import type { NewIds } from "../common/ids.ts";
import { type Json, numberAt, objectsAt, textAt } from "../common/json.ts";
import { emailOf, personName } from "../common/names.ts";
import { stageAvatar } from "../common/pictures.ts";
import { isoMilliseconds, UNKNOWN_TIME } from "../common/times.ts";
import type { Staging } from "../staging/staging.ts";
import { dataFile } from "./data-file.ts";

export interface MattermostPerson {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

const GENERIC_BOT = 1;

/** People by their user names, which compare without case. Those whom nothing lists get deactivated accounts. */
export function mattermostPeople(staging: Staging, ids: NewIds, archive: Archive) {
  const people = new Map<string, MattermostPerson>();
  const addresses = new Set<string>();
  const namesakes = new Map<string, number>();
  const active = new Set<number>();

  const add = async (username: string, name: string, account: Account): Promise<MattermostPerson> => {
    const person = { id: ids.next(), name, isActive: account.isActive };
    people.set(caseless(username), person);
    if (person.isActive) active.add(person.id);
    namesakes.set(caseless(name), (namesakes.get(caseless(name)) ?? 0) + 1);
    const picture = dataFile(archive, account.picture ?? "");
    const hasPicture = picture !== undefined && (await stageAvatar(staging, person.id, picture));
    await staging.row("users", {
      id: person.id,
      full_name: name,
      email: unusedAddress(account.email ?? ""),
      role: account.role,
      is_active: person.isActive,
      ...(account.isBot === true && { bot_type: GENERIC_BOT, bot_owner_id: account.ownerId ?? null }),
      date_joined: account.joinedAt ?? UNKNOWN_TIME,
      avatar_source: hasPicture ? "U" : "G",
    });
    return person;
  };

  const unusedAddress = (given: string): string | null => {
    const email = emailOf(given);
    if (email === null || !addresses.has(caseless(email))) {
      if (email !== null) addresses.add(caseless(email));
      return email;
    }
    staging.leaveOut("email addresses that another account has");
    return null;
  };

  return {
    isActive: (id: number): boolean => active.has(id),
    known: (username: string): MattermostPerson | undefined => people.get(caseless(username)),
    async addUser(user: Json): Promise<void> {
      const username = textAt(user, "username");
      if (username === "" || people.has(caseless(username)))
        return staging.leaveOut("people without a name of their own");
      const full = `${textAt(user, "first_name")} ${textAt(user, "last_name")}`;
      await add(username, personName(full, textAt(user, "nickname"), username), {
        email: textAt(user, "email"),
        role: roleOf(user),
        isActive: (numberAt(user, "delete_at") ?? 0) === 0,
        picture: textAt(user, "profile_image"),
        joinedAt: isoMilliseconds(numberAt(user, "create_at")),
      });
    },
    async addBot(bot: Json): Promise<void> {
      const username = textAt(bot, "username");
      if (username === "" || people.has(caseless(username))) return;
      await add(username, personName(textAt(bot, "display_name"), username), {
        role: ROLES.member,
        isActive: (numberAt(bot, "delete_at") ?? 0) === 0,
        isBot: true,
        ownerId: people.get(caseless(textAt(bot, "owner")))?.id,
        picture: textAt(bot, "profile_image"),
      });
    },
    async named(username: string, isBot = false): Promise<MattermostPerson> {
      const found = people.get(caseless(username));
      if (found !== undefined) return found;
      return add(username, personName(username, "Former user"), { role: ROLES.member, isActive: false, isBot });
    },
    /** A mention in Markdown. The ID tells namesakes apart. */
    mention({ id, name }: MattermostPerson): string {
      return (namesakes.get(caseless(name)) ?? 0) > 1 ? `@**${name}|${id}**` : `@**${name}**`;
    },
  };
}

export type MattermostPeople = ReturnType<typeof mattermostPeople>;

interface Account {
  readonly email?: string;
  readonly role: 100 | 200 | 400 | 600;
  readonly isActive: boolean;
  readonly isBot?: boolean;
  readonly ownerId?: number | undefined;
  readonly picture?: string;
  readonly joinedAt?: string | undefined;
}

/** Administrators of the server own the organization; those of a team administer it. */
function roleOf(user: Json): Account["role"] {
  const roles = [textAt(user, "roles"), ...objectsAt(user, "teams").map((team) => textAt(team, "roles"))]
    .join(" ")
    .split(/\s+/);
  if (roles.includes("system_admin")) return ROLES.owner;
  if (roles.includes("team_admin")) return ROLES.administrator;
  return roles.includes("system_guest") ? ROLES.guest : ROLES.member;
}
