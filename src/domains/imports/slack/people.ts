import { canonicalTimezone } from "#domains/personal/settings/timezone.ts";
import { ROLES } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import type { NewIds } from "../common/ids.ts";
import { isTrueAt, type Json, objectAt, textAt } from "../common/json.ts";
import { emailOf, personName } from "../common/names.ts";
import type { Staging } from "../staging/staging.ts";

export interface SlackPerson {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

const SLACKBOT = "USLACKBOT";
const GENERIC_BOT = 1;

/** People by their IDs in Slack. Those whom messages name and the export does not list get deactivated accounts. */
export function slackPeople(staging: Staging, ids: NewIds, joinedAt: string) {
  const people = new Map<string, SlackPerson>();
  const botUsers = new Map<string, SlackPerson>();
  const addresses = new Set<string>();
  const namesakes = new Map<string, number>();
  const active = new Set<number>();
  let ownerId: number | null = null;

  const add = async (slackId: string, name: string, account: Account): Promise<SlackPerson> => {
    const person = { id: ids.next(), name, isActive: account.isActive };
    people.set(slackId, person);
    if (account.isActive) active.add(person.id);
    namesakes.set(caseless(name), (namesakes.get(caseless(name)) ?? 0) + 1);
    if (account.role === ROLES.owner && account.isActive) ownerId ??= person.id;
    await staging.row("users", {
      id: person.id,
      full_name: name,
      email: account.email,
      role: account.role,
      is_active: account.isActive,
      ...(account.isBot && { bot_type: GENERIC_BOT, bot_owner_id: ownerId }),
      date_joined: joinedAt,
      timezone: account.timezone,
    });
    return person;
  };

  const unusedAddress = (email: string | null): string | null => {
    if (email === null || !addresses.has(caseless(email))) {
      if (email !== null) addresses.add(caseless(email));
      return email;
    }
    staging.leaveOut("email addresses that another account has");
    return null;
  };

  return {
    async addListed(user: Json): Promise<void> {
      const slackId = textAt(user, "id");
      if (slackId === "" || people.has(slackId)) return staging.leaveOut("people without an ID of their own");
      const profile = objectAt(user, "profile");
      const person = await add(slackId, nameOf(user, profile), {
        email: unusedAddress(emailOf(textAt(profile, "email"))),
        role: roleOf(user),
        isActive: !isTrueAt(user, "deleted"),
        isBot: isTrueAt(user, "is_bot") || slackId === SLACKBOT,
        timezone: canonicalTimezone(textAt(user, "tz")) ?? "",
      });
      const botId = textAt(profile, "bot_id");
      if (botId !== "") botUsers.set(botId, person);
    },
    isActive: (id: number): boolean => active.has(id),
    known: (slackId: string): SlackPerson | undefined => people.get(slackId),
    /** Somebody whom the export does not list: who left before, is of another workspace, or is a bot. */
    async named(slackId: string, name: string, isBot = false): Promise<SlackPerson> {
      const found = people.get(slackId) ?? (isBot ? botUsers.get(slackId) : undefined);
      if (found !== undefined) return found;
      const [shown, stub] = [
        personName(name, `${isBot ? "Bot" : "Former user"} ${slackId}`),
        isBot || slackId === SLACKBOT,
      ];
      return add(slackId, shown, { email: null, role: ROLES.member, isActive: false, isBot: stub, timezone: "" });
    },
    /** A mention in Markdown. The ID tells namesakes apart. */
    mention({ id, name }: SlackPerson): string {
      return (namesakes.get(caseless(name)) ?? 0) > 1 ? `@**${name}|${id}**` : `@**${name}**`;
    },
  };
}

export type SlackPeople = ReturnType<typeof slackPeople>;

interface Account {
  readonly email: string | null;
  readonly role: 100 | 200 | 400 | 600;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly timezone: string;
}

const nameOf = (user: Json, profile: Json): string =>
  personName(
    textAt(profile, "real_name"),
    textAt(user, "real_name"),
    textAt(profile, "display_name"),
    textAt(user, "name"),
    `User ${textAt(user, "id")}`,
  );

function roleOf(user: Json): Account["role"] {
  if (isTrueAt(user, "is_bot")) return ROLES.member;
  if (isTrueAt(user, "is_primary_owner") || isTrueAt(user, "is_owner")) return ROLES.owner;
  if (isTrueAt(user, "is_admin")) return ROLES.administrator;
  return isTrueAt(user, "is_restricted") || isTrueAt(user, "is_ultra_restricted") ? ROLES.guest : ROLES.member;
}
