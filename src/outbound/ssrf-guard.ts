import { isIP } from "node:net";
import { OutboundError } from "./errors.ts";
import { type ResolvedAddress, resolveName } from "./resolve.ts";
import ipaddr from "ipaddr.js";

/**
 * Where a request goes: the connection is made to these addresses and no others, even if the name resolves to others by
 * then.
 */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
}

type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

const PORTS = new Set(["", "80", "443"]);

/** Checks a URL that a user chose, and resolves it; throws if it may not be called. */
export async function checkedDestination(
  address: string,
  allowPrivate: boolean,
  resolve: Resolve = resolveName,
): Promise<Destination> {
  const url = URL.parse(address);
  if (url === null) throw new OutboundError("unusable", "The address is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("forbidden", "Only HTTP and HTTPS may be called.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutboundError("forbidden", "The address must not contain a user name.");
  }
  if (!allowPrivate && !PORTS.has(url.port)) {
    throw new OutboundError("forbidden", "Only the ports 80 and 443 may be called.");
  }
  const addresses = await addressesOf(url, resolve);
  // One private address among public ones is enough to refuse: the connection might be made to that one.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundError("forbidden", "The address is not on the public Internet.");
  }
  return { url, addresses };
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const host = url.hostname.replace(/^\[|[\].]$/g, "");
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new OutboundError("unreachable", "The host has no address.");
  return addresses;
}

/**
 * Whether an address belongs to the public Internet. Everything else is refused: the machine itself, private networks,
 * the cloud's metadata service, and the IPv6 forms that stand for an IPv4 address and so might name those.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 is in public use.
  return address.kind() === "ipv4" || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
