import type { BackgroundSql, TxSql } from "#engine/db/database.ts";
import type { Proof } from "../proof/proof.ts";
import type { SignInAttempt } from "../rounds/attempts.ts";

/** A login whose provider has shown who somebody is. */
interface ProvenSignIn {
  readonly attempt: SignInAttempt;
  readonly proof: Omit<Proof, "provider">;
}

export async function insertProven(
  sql: TxSql,
  realmId: number,
  hash: string,
  { attempt, proof }: { readonly attempt: SignInAttempt; readonly proof: Proof },
  seconds: number,
): Promise<void> {
  const { provider, ...said } = proof;
  await sql`
    insert into proven_sign_in (realm_id, hash, provider, attempt, proof, expires_at)
    values (${realmId}, ${hash}, ${provider.key}, ${sql.json(attempt)}, ${sql.json(said)},
            now() + make_interval(secs => ${seconds}::float8))`;
}

/** Whoever asks uses it up, whatever else they bring. */
export async function takeProven(sql: BackgroundSql, realmId: number, hash: string): Promise<ProvenSignIn | undefined> {
  const [row] = await sql<ProvenSignIn[]>`
    delete from proven_sign_in where realm_id = ${realmId} and hash = ${hash} and expires_at > now()
    returning attempt, proof`;
  return row;
}
