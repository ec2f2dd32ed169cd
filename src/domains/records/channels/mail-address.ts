import type { Config } from "#config/config.ts";
import type { User } from "#engine/model/records.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";

/**
 * The addresses that mail comes in by. Their local part says what they are for and is signed by the secret, so that
 * nobody can guess one; no table has them. It is lower-case and shorter than 64 characters, as mail servers want it. A
 * new API key of a user ends all addresses in their name.
 */
export type MailTarget =
  | { readonly kind: "channel"; readonly realmId: number; readonly userId: number; readonly channelId: number }
  | {
      readonly kind: "reply";
      readonly realmId: number;
      readonly userId: number;
      /** A message of the conversation. */
      readonly messageId: number;
      /** Days since 1970. */
      readonly lastDay: number;
    };

type Addressing = { readonly config: MailInSettings; readonly keys: Keys };
export type MailInSettings = Pick<Config, "mailInPort" | "mailInDomain" | "publicUrl">;

const DAY_SECONDS = 86_400;
/** How long a mail about missed messages can be answered. */
const REPLY_DAYS = 30;

export const takesMail = ({ mailInPort }: MailInSettings): boolean => mailInPort !== undefined;

export const mailDomain = ({ mailInDomain, publicUrl }: MailInSettings): string =>
  mailInDomain ?? (publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname);

/** The address of a channel, for messages in the name of a user or a bot. */
export const channelAddress = (site: Addressing, realmId: number, channelId: number, sender: User): string =>
  addressOf(site, { kind: "channel", realmId, userId: sender.id, channelId }, sender);

/** The address by which a user answers a message; `now` in UNIX seconds. */
export function replyAddress(site: Addressing, realmId: number, messageId: number, user: User, now: number): string {
  const lastDay = Math.floor(now / DAY_SECONDS) + REPLY_DAYS;
  return addressOf(site, { kind: "reply", realmId, userId: user.id, messageId, lastDay }, user);
}

function addressOf(site: Addressing, target: MailTarget, user: User): string {
  return `${named(target)}.${signatureOf(site.keys, target, user)}@${mailDomain(site.config)}`;
}

function named(target: MailTarget): string {
  const { kind, realmId, userId } = target;
  const rest = kind === "channel" ? [target.channelId] : [target.messageId, target.lastDay];
  return [kind, ...[realmId, userId, ...rest].map((number) => number.toString(36))].join(".");
}

const signatureOf = (keys: Keys, target: MailTarget, { keyGeneration }: User): string =>
  keys.mailSignature(target.realmId, `${named(target)}:${keyGeneration}`);

const FORM = /^(channel|reply)((?:\.[0-9a-z]{1,10}){3,4})\.([0-9a-z]{24})@(.+)$/;

export interface SignedTarget {
  readonly target: MailTarget;
  readonly signature: string;
}

/** What an address says, which may not be true: see `isSigned`. */
export function targetOf(config: MailInSettings, address: string): SignedTarget | undefined {
  const [, kind, numbers = "", signature = "", domain] = FORM.exec(address.toLowerCase()) ?? [];
  if (domain !== mailDomain(config).toLowerCase()) return undefined;
  const [realmId = 0, userId = 0, id = 0, lastDay] = numbers
    .slice(1)
    .split(".")
    .map((digits) => Number.parseInt(digits, 36));
  if ((kind === "reply") !== (lastDay !== undefined)) return undefined;
  const target: MailTarget =
    lastDay === undefined
      ? { kind: "channel", realmId, userId, channelId: id }
      : { kind: "reply", realmId, userId, messageId: id, lastDay };
  return { target, signature };
}

/** Whether an address was given out for a user, and still holds. */
export function isSigned(keys: Keys, { target, signature }: SignedTarget, user: User, now: number): boolean {
  if (!sameSecret(signature, signatureOf(keys, target, user))) return false;
  return target.kind === "channel" || Math.floor(now / DAY_SECONDS) <= target.lastDay;
}
