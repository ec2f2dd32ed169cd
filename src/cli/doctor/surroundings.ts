import { statfs } from "node:fs/promises";
import type { Config } from "#config/config.ts";
import { providerProblem } from "#domains/entry/sign-on/providers/try-provider.ts";
import { providerOfFile } from "#domains/records/sign-on/providers.ts";
import { systemClock } from "#platform/clock.ts";
import { createHttpClient } from "#outbound/http-client.ts";
import { connectMailServer } from "#outbound/mail-server.ts";
import { checkedDestination } from "#outbound/ssrf-guard.ts";
import { type Finding, note, ok, wrongFinding } from "./finding.ts";

const GIB = 2 ** 30;
const LEAST_FREE_BYTES = GIB;

/** The disk of the embedded database. */
export async function examineDisk({ dataDir, databaseUrl }: Config): Promise<readonly Finding[]> {
  if (databaseUrl !== undefined) return [note("The database is not Parley's own: watch its disk where it is.")];
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const size = `${(free / GIB).toFixed(1)} GiB`;
  if (free >= LEAST_FREE_BYTES) return [ok(`The disk of ${dataDir} has ${size} left.`)];
  return [
    wrongFinding(`The disk of ${dataDir} has only ${size} left: free some, because without room nothing can be sent.`),
  ];
}

export async function examineMail({ smtpUrl, mailFrom }: Config): Promise<readonly Finding[]> {
  if (smtpUrl === undefined) {
    return [note("No mail is sent: set --smtp-url to invite people by mail and let them reset their passwords.")];
  }
  const server = connectMailServer(smtpUrl, mailFrom);
  try {
    await server.check();
  } finally {
    server.close();
  }
  const connected = ok("The mail server accepts connections.");
  if (!mailFrom.endsWith("@localhost")) return [connected];
  return [connected, wrongFinding(`Mail comes from ${mailFrom}, which others refuse: set --mail-from.`)];
}

/** Asks every provider of the operator's file what it says of itself. */
export async function examineSignOn(config: Config): Promise<readonly Finding[]> {
  const http = createHttpClient((address) => checkedDestination(address, true));
  return Promise.all(
    config.signOn.map(async (entry) => {
      const { slug, settings, secret } = entry;
      const problem = await providerProblem({ config, http, clock: systemClock }, providerOfFile(entry), secret);
      if (problem === undefined) return ok(`People can log in by ${settings.display_name} (${slug}).`);
      return wrongFinding(`Nobody can log in by ${settings.display_name} (${slug}): ${problem}`);
    }),
  );
}

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

export async function examineUrl({ publicUrl, host }: Config): Promise<readonly Finding[]> {
  if (publicUrl === undefined && LOOPBACK.test(host)) {
    return [note("Only this machine reaches Parley: set --public-url and a proxy, or --host, to let others in.")];
  }
  if (publicUrl === undefined) {
    return [wrongFinding("Links in mails lead to this machine itself: set --public-url to what people type.")];
  }
  const client = createHttpClient((address) => checkedDestination(address, true));
  const { status } = await client.get(`${publicUrl}/health`);
  if (status === 200) return [ok(`Parley responds at ${publicUrl}.`)];
  const reason = status === 503 ? "look at what /health says there" : "look at the proxy, or at --public-url";
  return [wrongFinding(`${publicUrl}/health responds with ${status} instead of 200: ${reason}.`)];
}

/** Parley itself speaks plain HTTP, so that a proxy stands in front of an https URL. */
export function examineProxy({ publicUrl, trustedProxies }: Config): readonly Finding[] {
  if (publicUrl?.startsWith("https:") !== true) return [];
  if (trustedProxies !== undefined) return [ok(`X-Forwarded-For is believed from ${trustedProxies.join(", ")}.`)];
  return [
    wrongFinding(
      "The proxy in front is not named, so that all people share the limits of its address: set --trusted-proxies, and " +
        "let it append to X-Forwarded-For and set X-Forwarded-Proto.",
    ),
  ];
}
