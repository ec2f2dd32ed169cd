import type { Moment, Setting, Situation } from "./situation.ts";

/**
 * Who may do what in a channel, implemented from the description of the interface and from nothing of the server.
 * Verdicts: they may; they may not; or it looks absent to them.
 */
export type Verdict = "yes" | "no" | "absent";

/** Settings that may name everyone. The others do not apply to guests, even if they name them. */
const ALSO_FOR_GUESTS: ReadonlySet<Setting> = new Set([
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_resolve_topics_group",
  "can_send_message_group",
]);

/**
 * By the organization's settings, moderators may do what nothing else regulates, and administrators may delete
 * everything.
 */
export function verdicts(situation: Situation): Record<string, Verdict> {
  const { kind, isArchived, role, subscription, setting, isOpenToPosts, moment } = situation;
  const isGuest = role === "guest";
  const isAdministrator = role === "owner" || role === "administrator";
  const isModerator = isAdministrator || role === "moderator";
  const isIn = subscription === "is";
  const isNamed = (name: Setting) => setting === name && (!isGuest || ALSO_FOR_GUESTS.has(name));
  const isOpen = kind === "web-public" || (kind === "public" && !isGuest);
  const isInvited = isNamed("can_subscribe_group") || isNamed("can_add_subscribers_group");

  const reads = isOpen || isIn || isInvited;
  const administers = isAdministrator || isNamed("can_administer_channel_group");
  const knows = reads || administers;
  const mayAdd = isModerator || administers || isNamed("can_add_subscribers_group");
  const mayRemove = administers || isNamed("can_remove_subscribers_group");
  const maySend = isOpenToPosts || isNamed("can_send_message_group");
  const posts = !isArchived && maySend && (isOpen || isIn || (isInvited && kind === "shared"));

  const wasThere = (when: Moment) => (isIn ? when !== "before" : subscription === "was" && when === "during");
  const readsMessage = (when: Moment) => reads && (kind !== "protected" || wasThere(when));
  // Without a subscription their own message was moved in before all others.
  const own: Moment = subscription === "never" ? "before" : "during";

  const orAbsent = (may: boolean): Verdict => (may ? "yes" : "absent");
  const orNo = (may: boolean): Verdict => (may ? "yes" : "no");
  const ifKnown = (may: boolean): Verdict => (knows ? orNo(may) : "absent");
  const ifAdministered = (may: boolean): Verdict => (administers ? orNo(may) : reads ? "no" : "absent");
  const ifChangeable = (when: Moment, may: boolean): Verdict =>
    readsMessage(when) && !isArchived ? orNo(may) : "absent";

  const all: Record<string, Verdict> = {
    "find it in the list": orAbsent(knows),
    "find it in the state": orAbsent(knows),
    "look at it": orAbsent(knows && !isArchived),
    "see its members": orAbsent(knows && !isArchived),
    "see its topics": orAbsent(reads && !isArchived),
    "see the topic of a message": orAbsent(readsMessage(moment) && !isArchived),
    "get its mail address": orAbsent(reads && !isArchived),
    "read a message of before": orAbsent(readsMessage("before")),
    "read a message of during": orAbsent(readsMessage("during")),
    "read a message of after": orAbsent(readsMessage("after")),
    "read their own message": orAbsent(readsMessage(own)),
    "fetch a message of before": orAbsent(readsMessage("before")),
    "fetch a message of during": orAbsent(readsMessage("during")),
    "fetch a message of after": orAbsent(readsMessage("after")),
    "have a file of before": orAbsent(readsMessage("before")),
    "have a file of during": orAbsent(readsMessage("during")),
    "have a file of after": orAbsent(readsMessage("after")),
    "see who has read a message": orAbsent(readsMessage(moment)),
    "see a message's history": orAbsent(readsMessage(moment)),
    post: ifKnown(posts),
    type: ifKnown(posts),
    "mute a topic": orAbsent(reads && !isArchived),
    react: ifChangeable(moment, true),
    "edit another's message": ifChangeable(moment, false),
    "edit their own message": ifChangeable(own, maySend),
    "resolve a topic": ifChangeable(moment, isModerator || isNamed("can_resolve_topics_group")),
    "move a message within": ifChangeable(
      moment,
      isModerator || administers || isNamed("can_move_messages_within_channel_group"),
    ),
    "move a message out": ifChangeable(
      moment,
      isModerator || administers || isNamed("can_move_messages_out_of_channel_group"),
    ),
    "delete another's message": ifChangeable(moment, isAdministrator || isNamed("can_delete_any_message_group")),
    "delete their own message": ifChangeable(
      own,
      isModerator || isNamed("can_delete_any_message_group") || isNamed("can_delete_own_message_group"),
    ),
    rename: ifAdministered(true),
    "change its privacy": ifAdministered(reads),
    "change who may subscribe": ifAdministered(reads),
    "change who may remove subscribers": ifAdministered(true),
    "change who may delete": ifAdministered(isModerator),
    "subscribe another": orNo(!isGuest && reads && mayAdd),
    "unsubscribe another": ifKnown(mayRemove),
    "subscribe themselves": orNo(!isGuest && reads),
    archive: ifAdministered(!isArchived),
    unarchive: ifAdministered(isArchived),
  };
  if (role !== "deactivated") return all;
  return Object.fromEntries(Object.keys(all).map((name) => [name, "absent"]));
}
