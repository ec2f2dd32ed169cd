import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";

/** The mail to a user whose account was deactivated. */
export function deactivationMail(model: Model, user: User, actor: User, comment: string): Mail {
  const { name } = model.realm;
  const lines = [
    `Hello ${user.fullName},`,
    "",
    `your account ${user.email} in ${name} has been deactivated by ${actor.fullName}. You can no longer log in.`,
    ...(comment === "" ? [] : ["", `${actor.fullName} wrote:`, "", comment]),
  ];
  return {
    recipient: user.email,
    subject: `Your account in ${name} has been deactivated`,
    body: `${lines.join("\n")}\n`,
  };
}
