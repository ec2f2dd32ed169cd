import type { FieldsOf } from "../../../engine/log/event-kinds.ts";
import type { Tx } from "../../../engine/writer/tx.ts";
import { mayKnowUser } from "../../../engine/model/access/permissions.ts";
import type { User } from "../../../engine/model/records.ts";
import { apiEmail, avatarUrl, maySeeEmail, mediumAvatarUrl } from "../users/present.ts";
import { personUpdated } from "../users/events.ts";

/** Tells those who may know the user of something new about them. */
export function emitPerson(
  tx: Tx,
  user: User,
  fields: Omit<FieldsOf<typeof personUpdated>["person"], "user_id">,
): void {
  tx.emit(personUpdated, { person: { user_id: user.id, ...fields } }, { to: "acquaintances", user: user.id });
}

export function emitAvatar(tx: Tx, user: User): void {
  emitPerson(tx, user, {
    avatar_source: user.avatarSource,
    avatar_url: avatarUrl(user, false),
    avatar_url_medium: mediumAvatarUrl(user),
    avatar_version: user.avatarVersion,
  });
}

/** A new address shows in the real one, for those who may see it, in the API email, and in a picture made from it. */
export function emitEmail(tx: Tx, before: User, after: User): void {
  tx.emit(
    personUpdated,
    {
      person: { user_id: after.id, delivery_email: after.email },
      whose_email: after,
    },
    { to: "acquaintances", user: after.id },
  );
  emitApiEmail(tx, before, after);
  if (after.avatarSource === "G") emitAvatar(tx, after);
}

/** Those who see the address from now on learn it, those who no longer do forget it. */
export function emitEmailVisibility(tx: Tx, before: User, after: User): void {
  tx.emit(
    personUpdated,
    {
      person: { user_id: after.id, delivery_email: after.email },
      whose_email: after,
      whose_email_before: before,
    },
    { to: "acquaintances", user: after.id },
  );
  const isNewPublicly = emitApiEmail(tx, before, after);
  if (isNewPublicly && after.avatarSource === "G") emitAvatar(tx, after);
}

/**
 * Another role may show somebody other people's addresses, or no longer. Clients know no form for many at once, so there is
 * a short entry for each address: as many as there are accounts, where a new administrator comes to see what is for
 * administrators. Whoever they only now come to know, or no longer do, is told of as a whole (domains/people/users/guest-visibility.ts).
 */
export function emitSeenEmails(tx: Tx, before: User, after: User): void {
  for (const user of tx.model.users.values()) {
    if (user.id === after.id) continue;
    const sees = maySeeEmail(after, user);
    if (maySeeEmail(before, user) === sees) continue;
    if (!mayKnowUser(tx.model, before, user) || !mayKnowUser(tx.model, after, user)) continue;
    const person = { user_id: user.id, delivery_email: sees ? user.email : null };
    // Who lost the role again before they read this gets no address.
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
  if (old !== young) emitPerson(tx, after, { new_email: young });
  return old !== young;
}
