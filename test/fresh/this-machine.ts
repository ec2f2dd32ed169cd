import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";

/**
 * What another root on this machine needs of its configuration, so that it reaches Debian's packages and npm's registry
 * by the same ways: mirrors, proxies, certificates. Nothing of it is printed, because it may hold passwords.
 */
const output = (program: string, ...args: readonly string[]): string => {
  // npm's settings for the script that runs this are no settings of the machine.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)/i.test(name)),
  );
  return spawnSync(program, args, { encoding: "utf8", env, cwd: "/" }).stdout ?? "";
};

const PROXIES = /^(https?|all|no)_proxy$/i;

interface Source {
  readonly suite: string;
  readonly url: string;
  readonly component: string;
}

/** Debian's own package servers, as apt-get has them, and none of others. */
function debianSources(): Source[] {
  const form = "$(ORIGIN) $(CODENAME) $(REPO_URI) $(COMPONENT)";
  const lines = output("apt-get", "indextargets", "--format", form, "Created-By: Packages").split("\n");
  const sources = lines.map((line) => line.split(" ")).filter(([origin]) => origin === "Debian");
  return sources.map(([, suite = "", url = "", component = ""]) => ({ suite, url, component }));
}

/** The release that this machine runs, and where it can be had. */
export function debianHere(): { readonly release: string; readonly mirror: string } {
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  const source = debianSources().find(({ suite, component }) => suite === release && component === "main");
  if (source === undefined) throw new Error("This machine has no list of Debian's packages: run apt-get update first.");
  return { release, mirror: source.url };
}

const APT_CONFIGURATION = ["auth.conf", "auth.conf.d", "preferences.d"];

/** For apt-get in the root. */
export function giveAptConfiguration(root: string, release: string): void {
  const own = debianHere().release;
  const lines = debianSources().map(
    ({ suite, url, component }) => `deb ${url} ${suite.replace(own, release)} ${component}\n`,
  );
  writeFileSync(join(root, "etc/apt/sources.list"), lines.join(""));
  const settings = output("apt-config", "dump", "Acquire").split("\n");
  const ways = settings.filter((line) => /^Acquire::(http|https|ftp|Retries|ForceIPv4)\b.*".+"/.test(line));
  writeFileSync(join(root, "etc/apt/apt.conf.d/00machine"), `${ways.join("\n")}\n`, { mode: 0o600 });
  for (const name of APT_CONFIGURATION) {
    const from = join("/etc/apt", name);
    if (existsSync(from)) cpSync(from, join(root, "etc/apt", name), { recursive: true });
  }
}

/** For what fetches packages without apt-get. */
export function aptProxy(): Record<string, string> {
  const [, proxy] = /"(.+)"/.exec(output("apt-config", "dump", "Acquire::http::Proxy")) ?? [];
  const own = Object.entries(process.env).filter(([name]) => PROXIES.test(name)) as [string, string][];
  return { ...(proxy === undefined ? {} : { http_proxy: proxy }), ...Object.fromEntries(own) };
}

/** For names and certificates of this machine's network. */
export function giveNetwork(root: string): void {
  for (const path of ["/etc/resolv.conf", "/etc/hosts"]) if (existsSync(path)) copyFileSync(path, join(root, path));
  const own = "/usr/local/share/ca-certificates";
  if (existsSync(own)) cpSync(own, join(root, own), { recursive: true, dereference: true });
}

const CERTIFICATES = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];
const NPM_SETTINGS = ["registry", "proxy", "https-proxy", "noproxy", "strict-ssl"];

/** Where root's npm keeps what it has fetched. */
export const npmCache = (): string => output("npm", "config", "get", "cache").trim();

/** For npm in the root. Returns the variables that it needs. */
export function giveNpmConfiguration(root: string): Record<string, string> {
  const npmrc = [output("npm", "config", "get", "globalconfig").trim(), join(homedir(), ".npmrc")]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"))
    // Folders and files of this machine.
    .join("\n")
    .replaceAll(/^(cache|prefix|cafile|nodedir)\s*=.*$/gm, "");
  const settings = NPM_SETTINGS.map((name) => [name, output("npm", "config", "get", name).trim()] as const)
    .filter(([, value]) => !["", "null", "undefined"].includes(value))
    .map(([name, value]) => `${name}=${value}`);
  const cafile = output("npm", "config", "get", "cafile").trim();
  const given = existsSync(cafile) ? [`cafile=${giveFile(root, cafile)}`] : [];
  const text = [npmrc, ...settings, ...given].join("\n");
  writeFileSync(join(root, "root/.npmrc"), `${text}\n`, { mode: 0o600 });

  const proxies = Object.entries(process.env).filter(([name]) => PROXIES.test(name)) as [string, string][];
  const certificates = CERTIFICATES.flatMap((name) => {
    const file = process.env[name] ?? "";
    return file !== "" && existsSync(file) ? [[name, giveFile(root, file)] as const] : [];
  });
  return Object.fromEntries([...proxies, ...certificates]);
}

/** Copies a file where no package of Debian's overwrites it, and returns its path in the root. */
function giveFile(root: string, file: string): string {
  const path = join("/etc/ssl/machine", basename(file));
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(file, join(root, path));
  return path;
}
