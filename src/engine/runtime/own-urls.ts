import { networkInterfaces } from "node:os";
import { isIP } from "node:net";
import type { Clock } from "#platform/clock.ts";
import { hostNameIn, isLoopbackHost, type IsOwnHost, machineNames, serverNames } from "./own-hosts.ts";

/** Recognizes the URLs in texts that lead to an organization. */
export interface OwnUrls {
  /** What follows the host, without its slash, in a URL that leads to the organization. */
  pathOf(url: string): string | undefined;
  /**
   * The same for a URL that may lead to it: any address may be this machine's, seen from a network in which it has
   * another one.
   */
  possiblePathOf(url: string): string | undefined;
}

/** Only one URL, without a trailing slash, leads to the organization. */
export function onlyUrl(own: () => string): OwnUrls {
  const pathOf = (url: string) =>
    url === own() || url.startsWith(`${own()}/`) ? url.slice(own().length + 1) : undefined;
  return { pathOf, possiblePathOf: pathOf };
}

export interface UrlsAsked {
  /** The organization's URL, without a trailing slash. */
  readonly own: () => string;
  readonly subdomain: string;
  /** Whether an operator has set that URL; then no other one leads to the organization. */
  readonly isConfigured: boolean;
  /** Names that an operator has listed; a proxy may serve them at the usual ports. */
  readonly listed: readonly string[];
  readonly isOwnHost: IsOwnHost;
  /** Whether a request with this `Host` is answered by this organization, and not by another one. */
  readonly isAnswered: (host: string) => boolean;
  readonly clock: Clock;
}

const WEB_URL = /^(https?):\/\/([^/?#]+)(?:\/|(?=[?#])|$)/i;
const USUAL_PORTS = new Set(["80", "443"]);

/** Every URL by which the server may be asked for an organization. */
export function ownUrls(asked: UrlsAsked): OwnUrls {
  const { own, subdomain, isConfigured, isOwnHost, isAnswered, clock } = asked;
  const listed = new Set(asked.listed);
  const names = new Set(["localhost", ...machineNames(), ...listed]);
  const addresses = interfaceAddresses(clock);

  const isCertain = (name: string, port: string) => {
    if (port !== portOf(own()) && !(listed.has(name) && USUAL_PORTS.has(port))) return false;
    return isIP(name) === 0 ? names.has(name) : isLoopbackHost(name) || addresses().has(name);
  };

  const pathIf = (url: string, leadsHere: (name: string, port: string) => boolean): string | undefined => {
    const [start = "", , host = ""] = WEB_URL.exec(url) ?? [];
    const isOurs = serverNames(hostNameIn(host), subdomain).some((name) => leadsHere(name, portOf(start)));
    return isOurs && isAnswered(host) ? url.slice(start.length) : undefined;
  };

  const only = onlyUrl(own);
  const pathOf = (url: string) => only.pathOf(url) ?? (isConfigured ? undefined : pathIf(url, isCertain));
  return { pathOf, possiblePathOf: (url) => pathOf(url) ?? pathIf(url, isOwnHost) };
}

function portOf(url: string): string {
  const { port, protocol } = URL.parse(url) ?? { port: "", protocol: "" };
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}

const ADDRESSES_MS = 60_000;

/** The addresses of this machine, which change as it joins networks. */
function interfaceAddresses(clock: Clock): () => ReadonlySet<string> {
  let [known, readAt]: [ReadonlySet<string>, number] = [new Set(), -Infinity];
  return () => {
    if (clock.monotonic() - readAt > ADDRESSES_MS) {
      const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
      [known, readAt] = [new Set(all.map(({ address }) => address.toLowerCase())), clock.monotonic()];
    }
    return known;
  };
}
