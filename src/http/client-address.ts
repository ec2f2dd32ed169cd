import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Logger } from "../platform/logger.ts";
import type { RequestHead } from "./exchange.ts";

/** Who stands before this server, and what may be believed of what they say about their clients. */
export interface Proxies {
  /**
   * Where a request comes from, as a key for limits: an IPv4 address, or the /64 of an IPv6 address, of which every
   * household has one, with as many addresses as it likes.
   */
  readonly clientAddress: (request: RequestSource) => string;
  /** By which scheme the client came. */
  readonly scheme: (request: RequestSource) => "http" | "https";
}

/** As much of a request as tells where it comes from. */
export type RequestSource = Pick<RequestHead, "headers" | "remoteAddress">;
type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;

const UNKNOWN = "unknown";
/** Where proxies of one's own stand. */
const NEAR = new Set(["loopback", "private", "uniqueLocal", "linkLocal"]);

/**
 * Only a peer that the operator named (`PARLEY_TRUSTED_PROXIES`: addresses and CIDR ranges) is believed: anybody can
 * send `X-Forwarded-For`. Of its entries the rightmost counts that is not such a proxy itself: each proxy appends the
 * peer that it saw, and what stands left of that was written by the client.
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
      "X-Forwarded-For is ignored, because PARLEY_TRUSTED_PROXIES does not name this peer: all clients behind it share its limits",
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
      // Nobody can be told apart by what is no address: the proxy that passed it on answers for it.
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

/** `::ffff:192.0.2.1` is how a socket for both families writes 192.0.2.1. Only usual spellings are read. */
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
