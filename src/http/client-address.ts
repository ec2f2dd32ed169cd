import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Logger } from "#platform/logger.ts";
import type { RequestHead } from "./exchange.ts";

/** The proxies before this server, and which of their headers about clients are believed. */
export interface Proxies {
  /**
   * The origin of a request as a key for limits: an IPv4 address, or the /64 of an IPv6 address, because every
   * household has a /64 and may use any address in it.
   */
  readonly clientAddress: (request: RequestSource) => string;
  /** The scheme by which the client came. */
  readonly scheme: (request: RequestSource) => "http" | "https";
}

/** The part of a request that tells where it comes from. */
export type RequestSource = Pick<RequestHead, "headers" | "remoteAddress">;
type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;

const UNKNOWN = "unknown";
/** Address ranges in which an operator's own proxies are. */
const NEAR = new Set(["loopback", "private", "uniqueLocal", "linkLocal"]);

/**
 * Only a peer that the operator named (`PARLEY_TRUSTED_PROXIES`: addresses and CIDR ranges) is believed: anybody can
 * send `X-Forwarded-For`. Of its entries the rightmost one counts that is not such a proxy itself: each proxy appends
 * the peer that it saw, and the client may have written everything left of that.
 */
export function createProxies(trusted: readonly string[], log: Logger): Proxies {
  const ranges = trusted.map(rangeOf);
  const isTrusted = (address: ParsedAddress): boolean => ranges.some((range) => isWithin(address, range));
  let hasWarned = false;

  const warnOfUnnamed = (peer: ParsedAddress) => {
    if (hasWarned || !NEAR.has(peer.range())) return;
    hasWarned = true;
    log.warn(
      { peer: peer.toString() },
      "X-Forwarded-For ignored: PARLEY_TRUSTED_PROXIES does not name this peer, so all clients behind it share its limits",
    );
  };

  const client = ({ headers, remoteAddress }: RequestSource): ParsedAddress | undefined => {
    const peer = addressIn(remoteAddress ?? "");
    const forwarded = headers["x-forwarded-for"];
    if (peer === undefined || forwarded === undefined) return peer;
    if (!isTrusted(peer)) {
      warnOfUnnamed(peer);
      return peer;
    }
    let nearest = peer;
    for (const entry of forwarded.split(",").reverse()) {
      const address = addressIn(withoutPort(entry.trim()));
      // An entry that is no address cannot be a key: the proxy that passed it on counts instead.
      if (address === undefined) break;
      nearest = address;
      if (!isTrusted(address)) break;
    }
    return nearest;
  };

  return {
    clientAddress(request) {
      const address = client(request);
      return address === undefined ? UNKNOWN : keyOf(address);
    },
    scheme({ headers, remoteAddress }) {
      const peer = addressIn(remoteAddress ?? "");
      const isSecure = peer !== undefined && isTrusted(peer) && headers["x-forwarded-proto"]?.trim() === "https";
      return isSecure ? "https" : "http";
    },
  };
}

/** `::ffff:192.0.2.1` is how a socket for both families writes 192.0.2.1. Only usual spellings are parsed. */
function addressIn(text: string): ParsedAddress | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** Some proxies append the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

function rangeOf(text: string): [ParsedAddress, number] {
  const [address = "", bits] = text.split("/");
  const start = ipaddr.process(address);
  return [start, bits === undefined ? start.toByteArray().length * 8 : Number(bits)];
}

const isWithin = (address: ParsedAddress, [start, bits]: [ParsedAddress, number]): boolean =>
  address.kind() === start.kind() && (address as ipaddr.IPv4).match(start, bits);

function keyOf(address: ParsedAddress): string {
  if (address.kind() === "ipv4") return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
