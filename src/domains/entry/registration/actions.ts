import type { Config } from "#config/config.ts";
import { badRequest } from "#platform/errors.ts";
import { insertIdentity, userOfSubject } from "#domains/records/sign-on/queries.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { silentMention } from "#markup/compose.ts";
import { noticeToPerson } from "#domains/conversations/send/post/actions/notice.ts";
import { createUser, withNewcomer } from "#domains/people/lifecycle/actions/create-user.ts";
import { emitInvitesChanged } from "#domains/records/invitations/end-invitations.ts";
import { type Account, admission, type FindTicket } from "./access.ts";
import { deleteRegistration } from "./queries.ts";

/**
 * Makes the account that a ticket gives. Nothing if it gives none: the ticket is looked for in here, where one action
 * runs after another, so that of several who show the same one the others find it gone. An invitation by mail goes when
 * its address has an account.
 */
export async function join(
  tx: Tx<"user.created">,
  config: Pick<Config, "signOn">,
  find: FindTicket,
  account: Account,
  mailedUrl: string | undefined,
): Promise<User | undefined> {
  const ticket = await find(tx.sql);
  const admitted = ticket && admission(config, tx.model, ticket, account);
  if (ticket === undefined || admitted === undefined) return undefined;
  const { newcomer, welcome } = admitted;
  const { invitation, tokenHash, identity } = ticket;
  if (tokenHash !== undefined && !(await deleteRegistration(tx.sql, tx.realmId, tokenHash))) return undefined;
  const user = await createUser(tx, newcomer, {
    mailedUrl,
    ...(welcome !== undefined && { channels: welcome.channels, groups: welcome.groups }),
    ...(typeof invitation?.welcomeText === "string" && { welcomeText: invitation.welcomeText }),
  });
  const { id, email, fullName: name, role } = user;
  if (identity !== undefined) {
    if ((await userOfSubject(tx.sql, tx.realmId, identity)) !== undefined)
      throw badRequest("This link was used already.");
    await insertIdentity(tx.sql, tx.realmId, { ...identity, userId: id }, tx.now);
  }
  tx.audit("user.created", id, { by: user, new: { email, name, role }, invitation_id: invitation?.id, ...identity });
  if (invitation === undefined || welcome === undefined) return user;
  if (invitation.email === null) emitInvitesChanged(tx, [invitation.inviterId]);
  if (invitation.tellsInviter) {
    const content = `${silentMention(user)} accepted your invitation.`;
    noticeToPerson(tx, welcome.inviter, content, { model: withNewcomer(tx.model, user) });
  }
  return user;
}
