import type { Tx } from "#engine/writer/tx.ts";
import { endSession } from "#domains/people/sessions/actions.ts";
import type { Provider } from "#domains/records/sign-on/providers.ts";
import { userOfSubject } from "#domains/records/sign-on/queries.ts";

/** Whom a provider has logged out: the sessions that it names, or, where it names none of ours, all of a person. */
interface LoggedOut {
  readonly named: ReadonlySet<string>;
  readonly subject: string | undefined;
}

/** Ends what a provider has let in. */
export async function endByProvider(
  tx: Tx<"session.ended">,
  { key }: Provider,
  { named, subject }: LoggedOut,
): Promise<void> {
  const all = [...tx.model.sessions.values()].filter((session) => session.provider === key);
  const userId =
    subject === undefined ? undefined : await userOfSubject(tx.sql, tx.realmId, { provider: key, subject });
  const isMeant = named.size > 0 ? (hash: string) => named.has(hash) : undefined;
  for (const session of all) if (isMeant?.(session.hash) ?? session.userId === userId) await endSession(tx, session);
}
