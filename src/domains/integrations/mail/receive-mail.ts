import { refusalOf } from "#api/error-response.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { PoolFullError } from "#platform/work-pool.ts";
import { isSigned, targetOf } from "#domains/records/channels/mail-address.ts";
import { type MailDelivery, deliverMail } from "./deliver.ts";
import { type ParsedMail, UnreadableMail } from "./parse.ts";
import { parseMailApart } from "./parse-apart.ts";

/** A refusal with a code of SMTP: 4xx is tried again by the other server, 5xx is given back to the writer. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export const noAddress = () => refusal(550, "There is no such address.");

/** What became of a mail to one recipient: undefined if it is stored, or dropped on purpose. */
export type MailOutcome = Error | undefined;

export interface MailReceiver {
  /** What an address is for, if it was given out and still holds. */
  deliveryTo(address: string): Promise<MailDelivery | undefined>;
  /** Delivers a whole mail to each recipient. A bounce is a mail about a mail. */
  receive(raw: Buffer, recipients: readonly string[], isBounce: boolean): Promise<MailOutcome[]>;
}

export function createMailReceiver(site: ServerSite, realms: Realms): MailReceiver {
  const { config, clock, keys, log } = site;

  const deliveryTo = async (address: string): Promise<MailDelivery | undefined> => {
    const signed = targetOf(config, address);
    const realm = signed && (await realms.byId(signed.target.realmId));
    const user = realm && userRecord(realm.model, signed.target.userId);
    if (signed === undefined || realm === undefined || user?.isActive !== true || realm.model.realm.deactivated)
      return undefined;
    const now = Math.floor(clock.now() / 1000);
    return isSigned(keys, signed, user, now) ? { site, realm, user, target: signed.target } : undefined;
  };

  const deliverTo = async (address: string, mail?: ParsedMail): Promise<MailOutcome> => {
    try {
      const delivery = await deliveryTo(address);
      if (delivery === undefined) return noAddress();
      if (mail !== undefined && !isDropped(mail, delivery)) await deliverMail(delivery, mail);
      else log.info({ realm: delivery.realm.id, kind: delivery.target.kind }, "an automatic mail was dropped");
      return undefined;
    } catch (error) {
      return failure(error);
    }
  };
  const droppedFor = (address: string) => deliverTo(address);

  const failure = (error: unknown): Error => {
    if (error instanceof PoolFullError) return refusal(451, "Too many mails at once: try again later.");
    const known = refusalOf(error);
    if (known === undefined) log.error({ err: error }, "a mail could not be delivered");
    if (known === undefined || known.status >= 500 || known.code === "RATE_LIMIT_HIT")
      return refusal(451, "The mail cannot be taken now: try again later.");
    return refusal(550, oneLine(known.message));
  };

  return {
    deliveryTo,
    async receive(raw, recipients, isBounce) {
      try {
        // It would be dropped whatever it says.
        if (isBounce) return await Promise.all(recipients.map(droppedFor));
        const mail = await parseMailApart(raw, recipients[0]?.toLowerCase() ?? "");
        const outcomes: MailOutcome[] = [];
        for (const recipient of recipients) outcomes.push(await deliverTo(recipient, mail));
        return outcomes;
      } catch (error) {
        const outcome = error instanceof UnreadableMail ? refusal(554, oneLine(error.message)) : failure(error);
        return recipients.map(() => outcome);
      }
    },
  };
}

/**
 * Answers of machines, mails without a writer and Parley's own are taken and forgotten: if they were refused, somebody
 * would get a mail about that. Reports and mails of lists are welcome in channels, but are no answers.
 */
const isDropped = ({ automatic, isLoop, from }: ParsedMail, { target }: MailDelivery): boolean =>
  isLoop || automatic === "reply" || from.address === "" || (automatic === "other" && target.kind === "reply");

/** Replies are one line of printable ASCII. */
const oneLine = (text: string): string => text.replace(/[^ -~]+/g, " ").slice(0, 200);
