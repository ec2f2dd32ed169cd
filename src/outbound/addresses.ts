import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

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
