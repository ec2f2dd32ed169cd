import { isIP } from "node:net";
import { hostname } from "node:os";

/** `Host: example.com:8080` or `Host: [::1]:8080`, and nothing that a URL parser could read as more than that. */
const HOST_HEADER = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::\d{1,5})?$/i;

/** The name or address in a `Host` header, in lower case; empty if there is none. */
export function hostNameIn(host: string | undefined): string {
  const [, address, name] = HOST_HEADER.exec(host ?? "") ?? [];
  return (address ?? name ?? "").toLowerCase();
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Whether a name leads to this machine alone, wherever it is asked. */
export const isLoopbackHost = (name: string): boolean => LOOPBACK.test(name);

/** Whether a name is the server's own, as opposed to one that a client invented or that belongs to another server. */
export type IsOwnHost = (name: string) => boolean;

/** The names of this machine, also with `.local`, as in a local network. */
export function machineNames(machine: string = hostname()): string[] {
  const name = machine.toLowerCase();
  const label = name.split(".", 1)[0] ?? "";
  return label === "" ? [] : [name, label, `${label}.local`];
}

/** IP addresses, `localhost`, the names of this machine, and `listed`. */
export function ownHosts(listed: readonly string[], machine: string = hostname()): IsOwnHost {
  const names = new Set(["localhost", ...machineNames(machine), ...listed]);
  return (host) => isIP(host) !== 0 || names.has(host);
}

/**
 * The URL by which a client reached an organization, if the host that it asked for is the server's own, or the
 * organization's subdomain of such a name. Any other host would let an attacker send people to a server of theirs.
 */
export function reachedUrl(
  host: string | undefined,
  scheme: "http" | "https",
  subdomain: string,
  isOwnHost: IsOwnHost,
): string | undefined {
  const isOwn = serverNames(hostNameIn(host), subdomain).some(isOwnHost);
  return isOwn ? URL.parse(`${scheme}://${host}`)?.origin : undefined;
}

/** The names of the server that a host may stand for: itself, and what follows an organization's subdomain. */
export function serverNames(name: string, subdomain: string): string[] {
  const isBelow = subdomain !== "" && name.startsWith(`${subdomain}.`) && isIP(name) === 0;
  return isBelow ? [name, name.slice(subdomain.length + 1)] : [name];
}
