import { Buffer } from "node:buffer";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { ApiError } from "#platform/errors.ts";
import type { PasskeyRow } from "./queries.ts";

/** Loaded with the first passkey that somebody makes or shows. */
const library = () => import("@simplewebauthn/server");

/** EdDSA, ECDSA with P-256, RSA: what every device has at least one of, and Node verifies without a warning. */
const ALGORITHMS = [-8, -7, -257];

/** Where passkeys are made for, and shown. */
export interface Place {
  /** The organization's URL. */
  readonly url: string;
}

export const hostOf = ({ url }: Place): string => new URL(url).hostname;

interface Asked extends Place {
  readonly organization: string;
  readonly email: string;
  readonly name: string;
  readonly userHandle: Buffer;
  readonly known: readonly string[];
  readonly challenge: string;
}

export async function creationOptions(asked: Asked): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: asked.organization,
    rpID: hostOf(asked),
    userName: asked.email,
    userDisplayName: asked.name,
    userID: new Uint8Array(asked.userHandle),
    challenge: asked.challenge,
    excludeCredentials: asked.known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Any passkey of the host: it names its user. */
export async function requestOptions(place: Place, challenge: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID: hostOf(place), challenge, userVerification: "required" });
}

interface Expected extends Place {
  readonly isOwnChallenge: (challenge: string) => boolean;
}

export interface CreatedCredential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly challenge: string;
}

/** What a browser has created; undefined where anything of it is not as it was asked for. */
export async function createdCredential(text: string, expected: Expected): Promise<CreatedCredential | undefined> {
  const response = parsed(text) as unknown as RegistrationResponseJSON;
  const challenge = challengeOf(response);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    response,
    expectedChallenge: expected.isOwnChallenge,
    expectedOrigin: new URL(expected.url).origin,
    expectedRPID: hostOf(expected),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const);
  if (!verified || info === undefined) return undefined;
  const { id: credentialId, publicKey, counter } = info.credential;
  return { credentialId, publicKey, counter, challenge };
}

export interface ShownCredential {
  readonly counter: number;
  readonly challenge: string;
}

export const credentialIdIn = (text: string): string => {
  const { id } = parsed(text);
  return typeof id === "string" ? id : "";
};

/** What a browser shows of a passkey; undefined where anything of it is not as it must be. */
export async function shownCredential(
  text: string,
  passkey: PasskeyRow,
  expected: Expected,
): Promise<ShownCredential | undefined> {
  const response = parsed(text) as unknown as AuthenticationResponseJSON;
  const challenge = challengeOf(response);
  if (challenge === undefined || passkey.rpId !== hostOf(expected)) return undefined;
  // The library does not look at whose it says that it is.
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== passkey.userHandle) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expected.isOwnChallenge,
    expectedOrigin: new URL(expected.url).origin,
    expectedRPID: hostOf(expected),
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }) as const);
  return verified && info !== undefined ? { counter: info.newCounter, challenge } : undefined;
}

const notReadable = () => new ApiError("BAD_REQUEST", "This is not what a browser sends of a passkey.");

function parsed(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notReadable();
  }
  const { response } = (value ?? {}) as { readonly response?: unknown };
  if (typeof response !== "object" || response === null) throw notReadable();
  return value as Readonly<Record<string, unknown>>;
}

/** The challenge that was signed; undefined where another site's page was in between, which the library lets pass. */
function challengeOf({ response }: { readonly response: { readonly clientDataJSON: unknown } }): string | undefined {
  if (typeof response.clientDataJSON !== "string") throw notReadable();
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()) as Record<string, unknown>;
    if (data["crossOrigin"] === true || data["topOrigin"] !== undefined) return undefined;
    return typeof data["challenge"] === "string" ? data["challenge"] : undefined;
  } catch {
    return undefined;
  }
}
