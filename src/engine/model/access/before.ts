import type { Change } from "../changes.ts";
import type { Model } from "../model.ts";
import { difference } from "../mutations.ts";
import { CHANGING } from "./access-model.ts";

/**
 * Adds to a change what it replaces (`before`), as far as access depends on it. With that, history.ts can tell from the
 * log alone who could see what at an older position. It must be called before the change is applied to the model.
 */
export function withBefore(model: Model, change: Change): Change {
  switch (change.kind) {
    case "realm_changed":
      return change.set.settings === undefined ? change : { ...change, before: { settings: model.realm.settings } };
    case "user_changed":
      return { ...change, ...replaced(model.users.get(change.id), change.set, CHANGING.user) };
    case "channel_changed":
      return { ...change, ...replaced(model.channels.get(change.id), change.set, CHANGING.channel) };
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
      return { ...change, before: picked(bot, CHANGING.bot) };
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
  return { before: picked(old, moved) };
}

const picked = <Rec extends object, Key extends keyof Rec>(record: Rec, keys: readonly Key[]): Pick<Rec, Key> =>
  Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<Rec, Key>;
