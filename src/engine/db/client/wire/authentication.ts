import { createHash, type X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { passwordMessage, saslInitial, saslResponse } from "./requests.ts";
import { AuthenticationError, beginScram, type ChannelBinding, type Scram } from "./scram.ts";
import type { Target } from "./target.ts";

export interface Authentication {
  /** Responds to what the server asks for, or throws. */
  take(bytes: Buffer, start: number, end: number): Promise<void> | undefined;
  isDone(): boolean;
}

const [OK, CLEARTEXT, MD5, SASL, SASL_CONTINUE, SASL_FINAL] = [0, 3, 5, 10, 11, 12] as const;
const MECHANISM = "SCRAM-SHA-256";
const BOUND_MECHANISM = "SCRAM-SHA-256-PLUS";
const md5 = (...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("md5")).digest("hex");

/**
 * Nobody is let in while SCRAM has not shown that the server knows the password. With a channel binding it also shows that
 * nobody is between: the password is proved together with the certificate of this connection.
 */
export function createAuthentication(socket: Socket, { user, password, channelBinding }: Target): Authentication {
  const endPoint = channelBinding === "disable" ? undefined : endPointOf(socket);
  let scram: Scram | undefined;
  let isVerified = true;
  let isBound = false;
  let isDone = false;

  const begin = (offered: readonly string[]) => {
    isBound = endPoint !== undefined && offered.includes(BOUND_MECHANISM);
    requireBinding();
    if (!isBound && !offered.includes(MECHANISM)) throw unknown(SASL);
    isVerified = false;
    scram = beginScram(password, bindingFor(endPoint, isBound));
    socket.write(saslInitial(isBound ? BOUND_MECHANISM : MECHANISM, scram.first));
  };
  /** Thrown before anything is sent that tells about the password. */
  const requireBinding = () => {
    if (channelBinding === "require" && !isBound)
      throw new AuthenticationError("the server has no channel binding, which the URL of the database requires");
  };

  const proceed = async (begun: Scram, text: string) => void socket.write(saslResponse(await begun.respond(text)));

  const take: Authentication["take"] = (bytes, start, end) => {
    const kind = bytes.readUInt32BE(start);
    const text = bytes.toString("utf8", start + 4, end);
    if (kind === SASL_CONTINUE && scram !== undefined) return proceed(scram, text);
    if (kind === SASL_FINAL && scram !== undefined) {
      scram.verify(text);
      isVerified = true;
    } else if (kind === SASL) begin(text.split("\0"));
    else if (kind === OK && isVerified) {
      requireBinding();
      isDone = true;
    } else if (kind === CLEARTEXT) {
      requireBinding();
      socket.write(passwordMessage(password));
    } else if (kind === MD5) {
      const salt = Buffer.from(bytes.subarray(start + 4, end));
      requireBinding();
      socket.write(passwordMessage(`md5${md5(md5(password, user), salt)}`));
    } else throw unknown(kind);
    return undefined;
  };
  return { take, isDone: () => isDone };
}

const unknown = (kind: number): Error =>
  new AuthenticationError(`the server asks for an authentication that Parley does not know (${kind})`);

/** What SCRAM says about the channel: a server that offers a binding and hears that it did not has somebody before it. */
function bindingFor(endPoint: Buffer | undefined, isBound: boolean): ChannelBinding | undefined {
  if (endPoint === undefined) return undefined;
  return isBound ? { header: "p=tls-server-end-point,,", data: endPoint } : { header: "y,,", data: Buffer.alloc(0) };
}

/** The server's certificate as RFC 5929 has it; undefined without TLS, and for signatures for which it says nothing. */
function endPointOf(socket: Socket): Buffer | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  const digest = /md5|sha(?:1|224|256|384|512)/i.exec(signatureOf(certificate))?.[0].toLowerCase();
  if (certificate === undefined || digest === undefined) return undefined;
  return createHash(["md5", "sha1"].includes(digest) ? "sha256" : digest)
    .update(certificate.raw)
    .digest();
}

/** Such as `ecdsa-with-SHA256`. */
const signatureOf = (certificate: X509Certificate | undefined): string => certificate?.signatureAlgorithm ?? "";
