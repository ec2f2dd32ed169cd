import type { Change } from "../changes.ts";
import type { Model } from "../model.ts";
import { difference } from "../mutations.ts";
import type { Channel, User } from "../records.ts";

/** The properties of a user and of a channel on which access depends. */
const OF_USERS = ["role", "isActive", "isProvisional", "botOwnerId"] as const satisfies (keyof User)[];
const OF_CHANNELS = [
  "inviteOnly",
  "isWebPublic",
  "historyPublicToSubscribers",
  "settings",
] as const satisfies (keyof Channel)[];

/**
 * Adds to a change what it replaces (`before`), as far as access depends on it. With that, history.ts can tell from the
 * log alone who could see what at an older position. It must be called before the change is applied to the model.
 */
export function withBefore(model: Model, change: Change): Change {
  switch (change.kind) {
    case "realm_changed":
      return change.set.settings === undefined ? change : { ...change, before: { settings: model.realm.settings } };
    case "user_changed":
      return { ...change, ...replaced(model.users.get(change.id), change.set, OF_USERS) };
    case "channel_changed":
      return { ...change, ...replaced(model.channels.get(change.id), change.set, OF_CHANNELS) };
    case "group_changed": {
      const group = model.groups.get(change.id);
      const { members = group?.members, subgroups = group?.subgroups } = change.set;
      if (members === group?.members && subgroups === group?.subgroups) return change;
      return {
        ...change,
        before: {
          members: difference(group?.members, members ?? []),
          subgroups: difference(group?.subgroups, subgroups ?? []),
        },
      };
    }
    case "bot_changed": {
      const bot = model.bots.get(change.bot.id);
      if (bot === undefined) return change;
      const { defaultSendingStream, defaultEventsRegisterStream } = bot;
      return { ...change, before: { defaultSendingStream, defaultEventsRegisterStream } };
    }
    default:
      return change;
  }
}

function replaced<Rec extends object, Key extends keyof Rec>(
  old: Rec | undefined,
  set: Partial<Rec>,
  keys: readonly Key[],
): { before?: Pick<Rec, Key> } {
  if (old === undefined) return {};
  const moved = keys.filter((key) => key in set && set[key] !== old[key]);
  if (moved.length === 0) return {};
  return { before: Object.fromEntries(moved.map((key) => [key, old[key]])) as Pick<Rec, Key> };
}
