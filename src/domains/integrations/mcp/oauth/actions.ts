import { createHash } from "node:crypto";
import { createApiKey, endApiKey, renewApiKey } from "#domains/people/api-keys/actions.ts";
import { keyOfAssistant } from "#domains/people/api-keys/access.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { ownKey } from "#domains/records/users/access.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { unixSeconds } from "#platform/clock.ts";
import { badRequest } from "#platform/errors.ts";
import { hashOfToken, newToken, sameSecret } from "#platform/keys.ts";
import { mayUseMcp } from "../admission.ts";
import {
  countUnusedClients,
  deleteCode,
  insertClient,
  insertCode,
  insertGrant,
  type ClientRow,
  type CodeRow,
  readCode,
  readGrant,
  readKeysOfClient,
  replaceRefreshHash,
  useCode,
} from "./queries.ts";

const CODE_SECONDS = 60;
export const ACCESS_SECONDS = 3600;
const DAY_MS = 86_400_000;
const MAX_UNUSED_CLIENTS = 1000;
const MAX_KEY_NAME = 100;

/** What an assistant gets, and how it gets the next ones. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scopes: NonNullable<ApiKey["scopes"]>;
}

/**
 * A refresh token: what all of a family have in common, and what is its own. Only who has had one of a family knows the first
 * part, so that nobody else can end it by a second one that is wrong.
 */
const FAMILY_LENGTH = 32;
const refreshToken = (family: string): string => family + newToken();
const familyOf = (refresh: string): string => refresh.slice(0, FAMILY_LENGTH);
export const familyHashOf = (refresh: string): string => hashOfToken(familyOf(refresh));

/** Registers a program. Those that nobody lets in are forgotten after a day. */
export async function registerClient(tx: Tx, client: Omit<ClientRow, "id">): Promise<ClientRow> {
  if ((await countUnusedClients(tx.sql, tx.realmId)) >= MAX_UNUSED_CLIENTS)
    throw badRequest("Too many programs have registered that nobody has let in. Try again tomorrow.");
  const row = { id: newToken(), ...client };
  await insertClient(tx.sql, tx.realmId, row, tx.now);
  return row;
}

export type Consent = Omit<CodeRow, "hash" | "userId">;

/** Lets a program in, and returns the code by which it gets its tokens. */
export async function allow(tx: Tx, user: User, consent: Consent): Promise<string> {
  const code = newToken();
  await insertCode(tx.sql, tx.realmId, { ...consent, hash: hashOfToken(code), userId: user.id }, tx.now);
  return code;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly sendsMail: boolean;
}

type Recorded = "api_key.created" | "api_key.revoked";

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/**
 * The tokens for a code, which works once. A second use ends what the first one has given: one of the two was a thief.
 * Undefined where there are none; that is not thrown, because what it ends must stay ended.
 */
export async function exchangeCode(tx: Tx<Recorded>, user: User, exchange: CodeExchange): Promise<Tokens | undefined> {
  const hash = hashOfToken(exchange.code);
  const row = await readCode(tx.sql, tx.realmId, hash);
  if (row === undefined || row.userId !== user.id) return undefined;
  if (row.keyId !== null) {
    await endGrant(tx, row.keyId);
    return undefined;
  }
  const isRight =
    row.age <= CODE_SECONDS &&
    row.clientId === exchange.clientId &&
    row.redirectUri === exchange.redirectUri &&
    row.challenge === challengeOf(exchange.verifier) &&
    mayUseMcp(tx.model, user);
  if (!isRight) {
    await deleteCode(tx.sql, tx.realmId, hash);
    return undefined;
  }
  for (const keyId of await readKeysOfClient(tx.sql, tx.realmId, row)) await endGrant(tx, keyId);
  const access = newToken();
  const key = await createApiKey(tx, ownKey(user), {
    hash: hashOfToken(access),
    name: row.clientName.slice(0, MAX_KEY_NAME),
    scopes: row.scopes,
    expiresAt: unixSeconds(tx.now) + ACCESS_SECONDS,
    sendsMail: exchange.sendsMail,
    channelIds: null,
    isOauth: true,
  });
  const refresh = refreshToken(newToken());
  const days = realmProperty(tx.model, "api_key_max_days");
  await insertGrant(
    tx.sql,
    tx.realmId,
    {
      keyId: key.id,
      clientId: row.clientId,
      familyHash: familyHashOf(refresh),
      refreshHash: hashOfToken(refresh),
      endsAt: days === null ? null : new Date(tx.now.getTime() + days * DAY_MS),
    },
    tx.now,
  );
  await useCode(tx.sql, tx.realmId, hash, key.id);
  return { access, refresh, scopes: row.scopes };
}

/** The next tokens of a family. Whoever shows one that is not the last one has stolen it, or was robbed: the family ends. */
export async function refreshTokens(
  tx: Tx<Recorded>,
  user: User,
  { refresh, clientId }: { readonly refresh: string; readonly clientId: string },
): Promise<Tokens | undefined> {
  const grant = await readGrant(tx.sql, tx.realmId, familyHashOf(refresh));
  const key = grant && tx.model.apiKeys.get(grant.keyId);
  if (grant === undefined || key === undefined || key.userId !== user.id || grant.clientId !== clientId)
    return undefined;
  if (grant.isOver || !sameSecret(grant.refreshHash, hashOfToken(refresh))) {
    await endGrant(tx, grant.keyId);
    return undefined;
  }
  if (!mayUseMcp(tx.model, user)) return undefined;
  const access = newToken();
  await renewApiKey(tx, key, { hash: hashOfToken(access), expiresAt: unixSeconds(tx.now) + ACCESS_SECONDS });
  const next = refreshToken(familyOf(refresh));
  await replaceRefreshHash(tx.sql, tx.realmId, { keyId: grant.keyId, refreshHash: hashOfToken(next) }, tx.now);
  return { access, refresh: next, scopes: key.scopes ?? [] };
}

/** Ends what an assistant was given; nothing where that has been ended. */
export async function endGrant(tx: Tx<"api_key.revoked">, keyId: number): Promise<void> {
  const held = keyOfAssistant(tx.model, keyId);
  if (held !== undefined) await endApiKey(tx, held.owner, held.key);
}
