import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

const TIMEOUT_MS = 5000;

/**
 * The addresses of a name: those in /etc/hosts, else those of the DNS. The system's resolver would block one of the few
 * threads for files and pictures until its timeout, so an attacker with a slow name server could block them all.
 */
export async function resolveName(hostname: string): Promise<ResolvedAddress[]> {
  const listed = resolvedAddresses(await readFile("/etc/hosts", "utf8").catch(() => ""), hostname);
  return listed.length > 0 ? listed : askDns(hostname);
}

export function resolvedAddresses(hosts: string, hostname: string): ResolvedAddress[] {
  return hosts.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(hostname) ? [{ address, family }] : [];
  });
}

async function askDns(hostname: string): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS / 2, tries: 2 });
  // With several name servers the resolver's own timeouts add up.
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  const responses = await Promise.all([
    resolver.resolve4(hostname).catch(() => []),
    resolver.resolve6(hostname).catch(() => []),
  ]);
  clearTimeout(timer);
  return responses.flat().map((address) => ({ address, family: isIP(address) }));
}
