import type { FieldsOf } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { managesBot, mayKnowUser } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { maySeeEmail } from "#domains/records/users/access.ts";
import {
  apiEmail,
  avatarUrl,
  isPublicEmail,
  ownAvatarUrl,
  ownMediumAvatarUrl,
  providerAvatarUrl,
} from "#domains/records/users/present.ts";
import { personUpdated } from "#domains/records/users/events.ts";

/** Emits new values of a user's fields to those who may see the user. */
export function emitPerson(
  tx: Tx,
  user: User,
  fields: Omit<FieldsOf<typeof personUpdated>["person"], "user_id">,
): void {
  tx.emit(personUpdated, { person: { user_id: user.id, ...fields } }, { to: "viewers", user: user.id });
}

export function emitAvatar(tx: Tx, user: User): void {
  const person = {
    user_id: user.id,
    avatar_source: user.avatarSource,
    avatar_url: ownAvatarUrl(user),
    avatar_url_medium: ownMediumAvatarUrl(user),
    avatar_version: user.avatarVersion,
  };
  const audience = { to: "viewers", user: user.id } as const;
  const provided = providerAvatarUrl(tx.model, user);
  const { id, emailVisibility } = user;
  const byEmail = provided === undefined ? {} : { provider_avatar: provided, public_email_of: { id, emailVisibility } };
  tx.emit(personUpdated, { person, ...byEmail }, audience);
}

/** Emits a new name, and the picture that is drawn from it. */
export function emitName(tx: Tx, before: User, after: User): void {
  emitPerson(tx, after, { full_name: after.fullName });
  if (avatarUrl(tx.model, after, false) !== avatarUrl(tx.model, before, false)) emitAvatar(tx, after);
}

/** Emits a new address: the real one to those who may see it, the API email, and the avatar, which clients may derive from it. */
export function emitEmail(tx: Tx, before: User, after: User): void {
  tx.emit(
    personUpdated,
    {
      person: { user_id: after.id, delivery_email: after.email },
      whose_email: after,
    },
    { to: "viewers", user: after.id },
  );
  emitApiEmail(tx, before, after);
  if (after.avatarSource === "G") emitAvatar(tx, after);
}

/** Emits the address to those who may see it only now, and null to those who no longer may. */
export function emitEmailVisibility(tx: Tx, before: User, after: User): void {
  tx.emit(
    personUpdated,
    {
      person: { user_id: after.id, delivery_email: after.email },
      whose_email: after,
      whose_email_before: before,
    },
    { to: "viewers", user: after.id },
  );
  const isNewPublicly = emitApiEmail(tx, before, after);
  if (isNewPublicly && after.avatarSource === "G") emitAvatar(tx, after);
}

/** The number of users of whom a user with a new role sees more or less: the account, its address, or the bot's key. */
export function countChangedViews(model: Model, before: User, after: User): number {
  let count = 0;
  for (const user of model.users.values()) {
    const isSame =
      mayKnowUser(model, before, user) === mayKnowUser(model, after, user) &&
      maySeeEmail(before, user) === maySeeEmail(after, user) &&
      managesBot(model, before, user) === managesBot(model, after, user);
    if (!isSame) count += 1;
  }
  return count;
}

/**
 * Emits the addresses that a user with a new role may now see, or may no longer see. Clients know no event for many
 * addresses, so there is a short one for each. Users who become visible or invisible as a whole are emitted by
 * domains/records/users/guest-visibility.ts.
 */
export function emitSeenEmails(tx: Tx, before: User, after: User): void {
  for (const user of tx.model.users.values()) {
    if (user.id === after.id) continue;
    const sees = maySeeEmail(after, user);
    if (maySeeEmail(before, user) === sees) continue;
    if (!mayKnowUser(tx.model, before, user) || !mayKnowUser(tx.model, after, user)) continue;
    const person = { user_id: user.id, delivery_email: sees ? user.email : null };
    // A user who has lost the role again before they read this event gets no address.
    tx.emit(
      personUpdated,
      {
        person,
        ...(sees && { whose_email: { id: user.id, emailVisibility: user.emailVisibility } }),
      },
      { to: "users", ids: [after.id] },
    );
  }
}

function emitApiEmail(tx: Tx, before: User, after: User): boolean {
  const [old, young] = [apiEmail(tx.model, before), apiEmail(tx.model, after)];
  if (old === young) return false;
  const { id, emailVisibility } = after;
  tx.emit(
    personUpdated,
    {
      person: { user_id: id, new_email: young },
      ...(isPublicEmail(after) && { public_email_of: { id, emailVisibility } }),
    },
    { to: "viewers", user: id },
  );
  return true;
}
