import { storeArrivalEdges } from "#domains/channels/group-links/edges.ts";
import { subscribeAgain, suspendSubscriptions } from "#domains/channels/subscriptions/actions/suspend.ts";
import { endInvitationsOf } from "#domains/records/invitations/end-invitations.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { removeQueuesOf } from "#engine/delivery/queues.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { endAllSessions } from "#domains/people/sessions/actions.ts";
import { endCommandsOf } from "#domains/records/users/bots/commands/end-commands.ts";
import { emitBotChange, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { emitUserHidden, guestsLosing, guestsWithout } from "#domains/records/users/guest-visibility.ts";
import { removePushDevices, removeZoomToken, storeUser } from "#domains/records/users/queries.ts";
import type { ManageableUser } from "../access.ts";
import { forgetDeactivation } from "#domains/records/sign-on/queries.ts";
import { giveBot } from "../bot-owner.ts";
import { emitConsent } from "../consent.ts";
import { emitAbsence, emitMemberships } from "../memberships.ts";
import { personUpdated } from "#domains/records/users/events.ts";

/** Takes an account out of use, and its bots before it. It receives no event until it is reactivated. */
export async function deactivateUser(tx: Tx<"session.ended">, target: ManageableUser): Promise<void> {
  const bots = [...tx.model.users.values()].filter((user) => user.botOwnerId === target.id && user.isActive);
  for (const user of [...bots, target]) {
    await takeOutOfUse(tx, user);
    await endAllSessions(tx, user.id);
  }
}

/** The same for somebody who has no session and no bot. */
export async function takeOutOfUse(tx: Tx, user: User): Promise<void> {
  await suspendSubscriptions(tx, user);
  // The user gets no events while deactivated, so that an old queue would have a gap: clients must register again.
  await removeQueuesOf(tx.sql, tx.realmId, user.id);
  await endInvitationsOf(tx, user);
  await removePushDevices(tx.sql, tx.realmId, user.id);
  await removeZoomToken(tx.sql, tx.realmId, user.id);
  await endCommandsOf(tx, user);
  await setActive(tx, user, false);
}

/** Puts an account back into use. A bot whose owner is deactivated becomes the actor's own. */
export async function reactivateUser(tx: Tx, actor: User, target: ManageableUser): Promise<void> {
  if (target.isActive) return;
  const hasOwner = userRecord(tx.model, target.botOwnerId ?? -1)?.isActive === true;
  const user = target.botType === null || hasOwner ? target : await giveBot(tx, target, actor);
  await subscribeAgain(tx, { ...user, isActive: true }, () => setActive(tx, user, true));
  await storeArrivalEdges(tx, { ...user, isActive: true }, { by: actor });
  emitMemberships(tx, target);
  if (target.botType === null) {
    emitConsent(tx, target);
    await forgetDeactivation(tx.sql, tx.realmId, target.id);
  }
}

async function setActive(tx: Tx, user: User, isActive: boolean): Promise<void> {
  const losing = guestsLosing(tx, user, { ...user, isActive });
  await storeUser(tx.sql, tx.realmId, { ...user, isActive });
  tx.change({ kind: "user_changed", id: user.id, set: { isActive } });
  const strangers = guestsWithout(tx, { ...user, isActive });
  // The audience is fixed now: a guest who reads late and may no longer see the user must not keep them in any group.
  tx.emit(
    personUpdated,
    { person: { user_id: user.id, is_active: isActive } },
    { to: "everyone", except: strangers.map(({ id }) => id) },
  );
  if (user.botType !== null) {
    emitBotChange(tx, stateOf(tx.model, user), stateOf(tx.model, { ...user, isActive }), { is_active: isActive });
  }
  emitUserHidden(tx, user.id, losing);
  if (!isActive) emitAbsence(tx, user, strangers);
}
