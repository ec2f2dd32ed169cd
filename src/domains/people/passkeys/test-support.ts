import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A device with one passkey, as software. */
export interface Authenticator {
  readonly credentialId: string;
  readonly userHandle: string;
  readonly rpId: string;
  readonly key: KeyObject;
  counter: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, item]) => [cbor(name), cbor(item)])]);
}

function authenticatorData(rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
}

/** What a test changes of a good answer. */
export interface Change {
  readonly clientData?: Readonly<Record<string, unknown>>;
  readonly userHandle?: string;
  readonly counter?: number;
  readonly rpId?: string;
  readonly isUnverified?: true;
  readonly key?: KeyObject;
  readonly credentialId?: string;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

const clientDataOf = (type: string, challenge: string, origin: string, change: Change): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...change.clientData }));

const flagsOf = ({ isUnverified }: Change): number => USER_PRESENT | (isUnverified === true ? 0 : USER_VERIFIED);

/** Creates a passkey, as a browser answers `navigator.credentials.create`. */
export function create(
  options: CreationOptions,
  origin: string,
  change: Change = {},
): { readonly device: Authenticator; readonly response: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(20);
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
  const rpId = change.rpId ?? options.rp.id;
  const data = authenticatorData(rpId, flagsOf(change) | HAS_CREDENTIAL, 1, credential);
  const attestation = new Map<string, Cbor>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", data],
  ]);
  const credentialId = id.toString("base64url");
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientDataOf("webauthn.create", options.challenge, origin, change).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
    },
  };
  const device = { credentialId, userHandle: options.user.id, rpId: options.rp.id, key: privateKey, counter: 1 };
  return { device, response: JSON.stringify(response) };
}

/** Shows a passkey, as a browser answers `navigator.credentials.get`. */
export function show(device: Authenticator, challenge: string, origin: string, change: Change = {}): string {
  device.counter += 1;
  const counter = change.counter ?? device.counter;
  const data = authenticatorData(change.rpId ?? device.rpId, flagsOf(change), counter);
  const clientData = clientDataOf("webauthn.get", challenge, origin, change);
  const id = change.credentialId ?? device.credentialId;
  return JSON.stringify({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, sha256(clientData)]), change.key ?? device.key).toString(
        "base64url",
      ),
      userHandle: change.userHandle ?? device.userHandle,
    },
  });
}
