import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * What tests need of a machine beyond npm. `npm test` makes sure of it before it starts (install.ts); a test that runs
 * by itself fails with a sentence that says what is missing. Files name what they need in calls of `skipWithout`.
 */
interface Need {
  readonly debianPackage?: string;
  /** How to have what is a right, and no program. */
  readonly right?: string;
  readonly isThere: (env: NodeJS.ProcessEnv) => boolean;
}

/** Set where tests may be left out: `npm test -- --allow-skips`. */
export const ALLOW_SKIPS = "TEST_ALLOW_SKIPS";

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const CHROME_ON_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const POSTGRES = "/usr/lib/postgresql";
/** Where Debian's package has a provider of SAML, without a web server in front. */
export const SIMPLESAMLPHP = "/usr/share/simplesamlphp/www";
const OLDEST_POSTGRES = 15;

/** Where a program is: also in the folders beside those of PATH that Debian leaves out for ordinary users. */
export function pathOf(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const all = [...folders, ...folders.map((folder) => folder.replace(/\/bin$/, "/sbin"))];
  return all.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser of the tests. */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env["PARLEY_CHROMIUM"];
  if (named !== undefined) return named;
  const found = CHROMIUMS.map((name) => pathOf(name, env)).find((path) => path !== undefined);
  return found ?? (existsSync(CHROME_ON_MAC) ? CHROME_ON_MAC : undefined);
}

/** The major versions of PostgreSQL that Debian's packages have installed, as far as Parley runs on them. */
export function debianPostgres(): { readonly major: string; readonly bin: string }[] {
  const majors = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  return majors
    .filter((major) => /^\d+$/.test(major) && Number(major) >= OLDEST_POSTGRES)
    .filter((major) => existsSync(join(POSTGRES, major, "bin/postgres")))
    .sort((one, other) => Number(other) - Number(one))
    .map((major) => ({ major, bin: join(POSTGRES, major, "bin") }));
}

export const isRoot = (): boolean => process.geteuid?.() === 0;

const program = (name: string, debianPackage = name): Need => ({
  debianPackage,
  isThere: (env) => pathOf(name, env) !== undefined,
});

export const NEEDS = {
  chromium: { debianPackage: "chromium", isThere: (env) => chromiumPath(env) !== undefined },
  "nats-server": program("nats-server"),
  pgbouncer: program("pgbouncer"),
  postgresql: { debianPackage: "postgresql", isThere: () => debianPostgres().length > 0 },
  "prometheus-alertmanager": program("prometheus-alertmanager"),
  nginx: program("nginx", "nginx-light"),
  haproxy: program("haproxy"),
  caddy: program("caddy"),
  "systemd-analyze": program("systemd-analyze", "systemd"),
  patroni: program("patroni"),
  etcd: program("etcd", "etcd-server"),
  debootstrap: program("debootstrap"),
  "firefox-esr": program("firefox-esr"),
  slapd: program("slapd"),
  ldapadd: program("ldapadd", "ldap-utils"),
  samba: program("samba", "samba-ad-dc"),
  "samba-ad-provision": {
    debianPackage: "samba-ad-provision",
    isThere: () => existsSync("/usr/share/samba/setup/provision.ldif"),
  },
  openssl: program("openssl"),
  git: program("git"),
  curl: program("curl"),
  php: program("php", "php-cli"),
  "php-xml": {
    debianPackage: "php-xml",
    isThere: () => spawnSync("php", ["-r", 'exit(extension_loaded("dom") ? 0 : 1);']).status === 0,
  },
  simplesamlphp: { debianPackage: "simplesamlphp", isThere: () => existsSync(SIMPLESAMLPHP) },
  root: { right: "run it as root", isThere: isRoot },
  "mount namespaces": {
    right: "run it where root may make mount namespaces",
    isThere: () => isRoot() && spawnSync("unshare", ["--mount", "true"]).status === 0,
  },
} as const satisfies Record<string, Need>;
export type NeedName = keyof typeof NEEDS;

export const needOf = (name: NeedName): Need => NEEDS[name];

/** What to do about needs that are missing. */
export function remedy(names: readonly NeedName[]): string {
  const packages = names.flatMap((name) => needOf(name).debianPackage ?? []);
  const rights = names.flatMap((name) => needOf(name).right ?? []);
  const toInstall =
    packages.length > 0 ? [`install Debian's packages as root: apt-get install ${packages.join(" ")}`] : [];
  return [...rights, ...toInstall].join("; ");
}

/**
 * For the option `skip` of a test: why the test is left out, where tests may be. Otherwise it is not left out, and a
 * missing program is an error.
 */
export function skipWithout(name: NeedName): string | false {
  if (needOf(name).isThere(process.env)) return false;
  const isRight = needOf(name).right !== undefined;
  // Without the right to something, a file that runs by itself still has its other tests; `npm test` does not allow it.
  if (isRight || process.env[ALLOW_SKIPS] !== undefined) return `there is no ${name} here`;
  throw new Error(
    `There is no ${name} here. Please ${remedy([name])}; or leave such tests out: npm test -- --allow-skips`,
  );
}
