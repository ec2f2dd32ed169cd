import { caseless } from "#platform/characters.ts";
import { checkedEmail } from "#domains/records/users/email/email.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { canonicalTimezone } from "#domains/personal/settings/timezone.ts";
import { isWebAddress } from "#domains/people/profiles/field-data.ts";
import { checkedCommandName } from "#domains/integrations/commands/name.ts";
import { wrongRow } from "../staging/read-staging.ts";
import { SYSTEM_BOTS } from "./known.ts";
import { type CheckContext, existing, onePerPair, ruled, type TableCheck } from "./rows-to-store.ts";
import { userSettings } from "./settings.ts";

/** Only administrators see the address, as of every new account. */
const ADMINISTRATORS_ONLY = 3;

/** An address that receives no mail: RFC 2606 reserves the domain. */
const unknownAddress = (id: number): string => `user${id}@imported.invalid`;

/** Accounts without a password: their owners choose one by a mail, or come by a link of the operator. */
export function checkUsers(context: CheckContext): TableCheck<"users"> {
  const { known, note } = context;
  const emails = new Set<string>();
  return (row, location) => {
    const email =
      row.email === null ? unknownAddress(row.id) : ruled(location, () => checkedEmail(row.email as string));
    if (emails.has(caseless(email))) throw wrongRow(location, `the email ${JSON.stringify(email)} is there twice`);
    emails.add(caseless(email));
    if (row.email === null) note("users without an address: they cannot log in until an administrator sets one");
    const { bot_owner_id: ownerId = null, bot_type: botType = null } = row;
    if (ownerId !== null && existing(location, known.users, ownerId, "user").isBot) {
      throw wrongRow(location, "a bot is owned by a bot");
    }
    const timezone = row.timezone === undefined || row.timezone === "" ? "" : canonicalTimezone(row.timezone);
    if (timezone === undefined) note("time zones that this version does not know");
    return {
      account: [
        {
          id: row.id,
          email,
          email_key: caseless(email),
          full_name: ruled(location, () => checkedFullName(row.full_name)),
          role: row.role,
          bot_type: botType,
          bot_owner_id: ownerId,
          is_active: row.is_active,
          is_provisional: false,
          date_joined: row.date_joined,
          timezone: timezone ?? "",
          // The picture is stored later.
          avatar_source: "G",
          avatar_version: row.avatar_version ?? 1,
          email_visibility: row.email_address_visibility ?? ADMINISTRATORS_ONLY,
          key_generation: 1,
          can_create_users: false,
          can_change_user_emails: false,
          queues_ended_at: 0,
          settings: userSettings(context, location, row.settings ?? {}),
        },
      ],
    };
  };
}

export const checkSystemBots =
  (): TableCheck<"system_bots"> =>
  ({ id, name }, location) => {
    if (!SYSTEM_BOTS.includes(name)) throw wrongRow(location, `there is no system bot ${JSON.stringify(name)}`);
    return { system_bot: [{ id, name }] };
  };

export function checkBots({ known, note }: CheckContext): TableCheck<"bots"> {
  const isNew = onePerPair("the bot");
  return (row, location) => {
    isNew(location, row.id, "");
    if (!existing(location, known.users, row.id, "user").isBot)
      throw wrongRow(location, `the user ${row.id} is no bot`);
    const { default_sending_stream: sending = null, default_events_register_stream: register = null, service } = row;
    // An archive without private data has not all channels.
    const present = (id: number | null) => {
      if (id === null || known.channels.has(id)) return id;
      note("channels of bots that are not in the archive");
      return null;
    };
    if (service && service.baseUrl !== "" && !isWebAddress(service.baseUrl)) {
      throw wrongRow(location, "the address of the bot's service is no web address");
    }
    return {
      bot_default: [
        {
          bot_id: row.id,
          default_sending_stream: present(sending),
          default_events_register_stream: present(register),
          default_all_public_streams: row.default_all_public_streams ?? false,
        },
      ],
      bot_service: service
        ? [
            {
              bot_id: row.id,
              base_url: service.baseUrl,
              interface: service.interface,
              name: service.name,
              config: service.config,
            },
          ]
        : [],
    };
  };
}

export function checkBotStorage({ known }: CheckContext): TableCheck<"bot_storage"> {
  const isNew = onePerPair("the entry");
  return (row, location) => {
    if (!existing(location, known.users, row.bot_id, "user").isBot)
      throw wrongRow(location, `the user ${row.bot_id} is no bot`);
    isNew(location, row.bot_id, row.key);
    return { bot_storage: [row] };
  };
}

export const checkBotCommands =
  ({ known }: CheckContext): TableCheck<"bot_commands"> =>
  (row, location) => {
    ruled(location, () => checkedCommandName(row.name));
    const { isBot, isActive } = existing(location, known.users, row.bot_id, "user");
    if (!isBot || !isActive) throw wrongRow(location, `the user ${row.bot_id} is no active bot`);
    return { bot_command: [row] };
  };

export function checkMutedUsers({ known }: CheckContext): TableCheck<"muted_users"> {
  const isNew = onePerPair("the muted user");
  return (row, location) => {
    for (const id of [row.user_id, row.muted_user_id]) existing(location, known.users, id, "user");
    isNew(location, row.user_id, row.muted_user_id);
    return { muted_user: [row] };
  };
}

export function checkStatus({ known }: CheckContext): TableCheck<"user_status"> {
  const isNew = onePerPair("the status");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    isNew(location, row.user_id, "");
    return { user_status: [row] };
  };
}
