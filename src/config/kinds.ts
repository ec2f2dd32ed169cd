import { isIP } from "node:net";
import { resolve } from "node:path";

/** What a setting accepts: `read` gives undefined for a text that is not what `expects` says. */
export interface SettingKind<Value> {
  readonly expects: string;
  /** How the help shows the value, such as `NUMBER`. */
  readonly shape: string;
  read(text: string): Value | undefined;
}

export function wholeNumber(least: number, most: number): SettingKind<number> {
  return {
    expects: `a whole number from ${least} to ${most}`,
    shape: "NUMBER",
    read: (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  };
}

export function oneOfWords<Word extends string>(...words: readonly Word[]): SettingKind<Word> {
  return {
    expects: words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`,
    shape: words.join("|"),
    read: (text) => words.find((word) => word === text),
  };
}

export const onOrOff: SettingKind<boolean> = {
  expects: "on or off",
  shape: "on|off",
  read: (text) => (text === "on" ? true : text === "off" ? false : undefined),
};

export const anyText: SettingKind<string> = { expects: "a text", shape: "TEXT", read: (text) => text };

/** Every user's API key is derived from the secret, so the owner of one key could find a short secret by trying. */
const SHORTEST_SECRET = 20;

export const secret: SettingKind<string> = {
  expects: `at least ${SHORTEST_SECRET} characters`,
  shape: "TEXT",
  read: (characters) => (characters.length < SHORTEST_SECRET ? undefined : characters),
};

/** Whoever has the file can try passphrases at leisure. */
const SHORTEST_PASSPHRASE = 12;

export const passphrase: SettingKind<string> = {
  expects: `at least ${SHORTEST_PASSPHRASE} characters`,
  shape: "TEXT",
  read: (characters) => (characters.length < SHORTEST_PASSPHRASE ? undefined : characters),
};

/** The token is sent in a header, so it holds no spaces. */
export const token: SettingKind<string> = {
  expects: `at least ${SHORTEST_SECRET} characters without spaces`,
  shape: "TEXT",
  read: (characters) => (/^[!-~]+$/.test(characters) ? secret.read(characters) : undefined),
};

/** A relative path counts from the working directory of the command. */
export const folder: SettingKind<string> = { expects: "a folder", shape: "FOLDER", read: (path) => resolve(path) };

const hostLabel = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;

export const host: SettingKind<string> = {
  expects: "an IP address or a host name",
  shape: "HOST",
  read: (name) => (isIP(name) !== 0 || isHostName(name) ? name : undefined),
};

/** 999.1.1.1 is a mistaken address, not a name: no top-level domain is a number. */
function isHostName(name: string): boolean {
  const labels = name.split(".");
  return name.length <= 253 && labels.every((label) => hostLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

export const hostNames: SettingKind<readonly string[]> = {
  expects: "host names with commas between them, such as chat.lan,chat.example.com",
  shape: "HOSTS",
  read: (list) => wholeList(list.toLowerCase(), isHostName),
};

export const addressRanges: SettingKind<readonly string[]> = {
  expects: "IP addresses and CIDR ranges with commas between them, such as 127.0.0.1,10.0.0.0/8",
  shape: "ADDRESSES",
  read: (list) => wholeList(list, isAddressRange),
};

/** The entries of a list, or undefined if one of them is wrong. */
function wholeList(list: string, isRight: (entry: string) => boolean): readonly string[] | undefined {
  const entries = list.split(",").map((entry) => entry.trim());
  return entries.every(isRight) ? entries : undefined;
}

function isAddressRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export const email: SettingKind<string> = {
  expects: "an email address",
  shape: "EMAIL",
  read: (address) => (/^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined),
};

export const databaseUrl: SettingKind<string> = {
  expects: "a URL such as postgres://user:password@host:5432/database",
  shape: "URL",
  // It may name several hosts, which other URLs cannot. The client of the database says what else it does not take.
  read: (url) => (/^postgres(?:ql)?:\/\/\S*$/.test(url) ? url : undefined),
};

export const natsUrl: SettingKind<string> = {
  expects: "a URL such as nats://user:password@host:4222 or tls://host, or several with commas between them",
  shape: "URL",
  read: (urls) => wholeList(urls, isNatsUrl)?.join(","),
};

function isNatsUrl(url: string): boolean {
  const parsed = parseUrl(url);
  return parsed !== undefined && ["nats:", "tls:"].includes(parsed.protocol) && parsed.hostname !== "";
}

export const smtpUrl: SettingKind<string> = {
  expects: "a URL such as smtp://user:password@mail.example.com:587",
  shape: "URL",
  read: (url) => (["smtp:", "smtps:"].includes(parseUrl(url)?.protocol ?? "") ? url : undefined),
};

/**
 * The URL ends without a slash, so that paths can be appended. A path in it is refused: links that Parley makes would
 * lack it.
 */
export const serverUrl: SettingKind<string> = {
  expects: "a URL such as https://chat.example.com",
  shape: "URL",
  read: (url) => {
    const parsed = parseUrl(url);
    if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol)) return undefined;
    return parsed.href === `${parsed.origin}/` ? parsed.origin : undefined;
  },
};

export const pageUrl: SettingKind<string> = {
  expects: "the URL of a page, such as https://example.com/terms",
  shape: "URL",
  read: (url) => {
    const parsed = parseUrl(url);
    return parsed !== undefined && ["http:", "https:"].includes(parsed.protocol) ? parsed.href : undefined;
  },
};

export const relayUrl: SettingKind<string> = {
  expects: "a URL such as https://name:key@push.example.com",
  shape: "URL",
  read: (url) => {
    const parsed = parseUrl(url);
    const isWhole = parsed !== undefined && parsed.username !== "" && parsed.password !== "";
    return isWhole && ["http:", "https:"].includes(parsed.protocol) ? url : undefined;
  },
};

function parseUrl(url: string): URL | undefined {
  return URL.parse(url) ?? undefined;
}
