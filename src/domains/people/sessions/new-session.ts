import { hashOfSecret, newSecret } from "#api/browser/session.ts";
import type { Session } from "#engine/model/records.ts";
import type { BrowserCall } from "#api/endpoint.ts";
import type { SessionInput } from "./actions.ts";

/** A session to be begun, and how its browser gets to know its secret once that is done. */
interface PreparedSession {
  readonly input: SessionInput;
  readonly handOver: () => void;
}

/** Somebody else may have used this browser before: what is stored of them must not be painted. */
export const OTHERS_CLEARED = { "clear-site-data": '"storage"' };

export function prepareSession(
  browser: Pick<BrowserCall, "agent" | "setCookie">,
  address: string,
  isPersistent: boolean,
  before?: Session,
): PreparedSession {
  const secret = newSecret();
  return {
    input: { hash: hashOfSecret(secret), isPersistent, agent: browser.agent, address, replaces: before?.hash },
    handOver: () => browser.setCookie(secret, isPersistent),
  };
}

/** What takes the place of a browser's session when all sessions of its user end; nothing for programs. */
export async function renewedSession(
  browser: BrowserCall | undefined,
  address: string,
): Promise<PreparedSession | undefined> {
  const session = await browser?.session();
  if (browser === undefined || session === undefined) return undefined;
  const renewed = prepareSession(browser, address, session.isPersistent, session);
  const { provider, endsAt } = session;
  if (provider === null || endsAt === null) return renewed;
  return { ...renewed, input: { ...renewed.input, by: { provider, endsAt, providerSession: undefined } } };
}
