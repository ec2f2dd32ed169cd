import type { Change } from "./changes.ts";
import {
  known,
  putApiKey,
  removeApiKey,
  putUser,
  putEmoji,
  putGroup,
  putProfileFields,
  putProfileValue,
  putChannel,
  putConversation,
  addSubscription,
  endSubscription,
  addTo,
  removeFrom,
} from "./mutations.ts";
import { forgetTopics } from "./lookup/known-topics.ts";
import type { MutableModel } from "./model.ts";

const NO_PROVIDER = { provider: null, endsAt: null } as const;

/**
 * Applies one change of the log, which is the only way in which the model changes. A kind that only a newer version
 * knows, which serves the same database during an upgrade, is refused: the organization is loaded again instead.
 */
export function apply(model: MutableModel, change: Change): void {
  switch (change.kind) {
    case "realm_changed":
      model.realm = { ...model.realm, ...change.set };
      break;
    case "user_added":
      putUser(model, change.user);
      break;
    case "user_changed":
      putUser(model, { ...known(model.users, change.id, "user"), ...change.set });
      break;
    case "session_added":
      // A version without providers may have written it.
      model.sessions.set(change.session.hash, { ...NO_PROVIDER, ...change.session });
      break;
    case "sessions_ended":
      for (const hash of change.hashes) model.sessions.delete(hash);
      break;
    case "api_key_added":
      putApiKey(model, change.key);
      break;
    case "api_keys_ended":
      for (const id of change.ids) removeApiKey(model, id);
      break;
    case "two_step_changed":
      if (change.isOn) model.twoStep.add(change.userId);
      else model.twoStep.delete(change.userId);
      break;
    case "providers_changed":
      model.providers = change.providers;
      break;
    case "scim_tokens_changed":
      model.scimTokens = change.tokens;
      break;
    case "group_added":
      // A version without directories may have written it.
      putGroup(model, { ...change.group, isManaged: change.group.isManaged ?? false });
      break;
    case "group_changed":
      putGroup(model, { ...known(model.groups, change.id, "group"), ...change.set });
      break;
    case "profile_fields_changed":
      putProfileFields(model, change.fields);
      break;
    case "profile_values_changed":
      for (const [field, value] of Object.entries(change.values)) putProfileValue(model, change.userId, field, value);
      break;
    case "bot_changed":
      model.bots.set(change.bot.id, change.bot);
      break;
    case "domains_changed":
      model.domains = change.domains;
      break;
    case "linkifiers_changed":
      model.linkifiers = change.linkifiers;
      break;
    case "playgrounds_changed":
      model.playgrounds = change.playgrounds;
      break;
    case "emoji_changed":
      putEmoji(model, change.emoji);
      break;
    case "channel_added":
      // A version without linked groups may have written it.
      putChannel(model, { ...change.channel, subscribedGroups: change.channel.subscribedGroups ?? [] });
      break;
    case "channel_changed":
      putChannel(model, { ...known(model.channels, change.id, "channel"), ...change.set });
      break;
    case "folders_changed":
      model.folders = change.folders;
      break;
    case "default_groups_changed":
      model.defaultGroups = change.groups;
      break;
    case "channel_muted":
      (change.isMuted ? addTo : removeFrom)(model.mutedChannels, change.userId, change.channelId);
      break;
    case "topics_changed":
      forgetTopics(model, change.channelId);
      break;
    case "subscribed":
      addSubscription(model, change.channelId, change.userIds, change.from);
      break;
    case "unsubscribed":
      endSubscription(model, change.channelId, change.userIds, change.until);
      break;
    case "conversation_added":
      putConversation(model, change.conversation);
      break;
    case "alert_words_changed":
      model.alertWords = withWords(model.alertWords, change.userId, change.words);
      break;
    case "user_muted":
      addTo(model.mutersOf, change.mutedId, change.userId);
      break;
    case "user_unmuted":
      removeFrom(model.mutersOf, change.mutedId, change.userId);
      break;
    default:
      throw new Error(`the log has a change of the unknown kind ${(change satisfies never as Change).kind}`);
  }
}

function withWords(
  all: MutableModel["alertWords"],
  userId: number,
  words: readonly string[],
): MutableModel["alertWords"] {
  const next = new Map(all);
  if (words.length === 0) next.delete(userId);
  else next.set(userId, words);
  return next;
}
