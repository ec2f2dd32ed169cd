import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { pathOf, skipWithout } from "./needs/needs.ts";
import { stopWithServers } from "./server.ts";
import { until } from "./until.ts";

/** For the option `skip` of a test. */
export const withoutSlapd = skipWithout("slapd") || skipWithout("ldapadd") || skipWithout("openssl");

export const BASE = "dc=elsinore,dc=example";
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
export const SERVICE = { dn: `cn=parley,${BASE}`, password: "the password of the service" };

/** An entry as LDIF has it: its DN, and attributes with one value or several. */
export type LdifEntry = readonly [dn: string, attributes: Readonly<Record<string, string | readonly string[]>>];

export const ldif = (entries: readonly LdifEntry[]): string =>
  entries
    .map(([dn, attributes]) =>
      [
        ["dn", dn] as const,
        ...Object.entries(attributes).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const)),
      ]
        .map(([name, value]) => `${name}:: ${Buffer.from(value).toString("base64")}`)
        .join("\n"),
    )
    .join("\n\n");

/** Somebody in the directory, whose password is `password of <uid>`. */
export const personEntry = (
  uid: string,
  more: Readonly<Record<string, string | readonly string[]>> = {},
): LdifEntry => [
  `uid=${uid},${PEOPLE}`,
  {
    objectClass: "inetOrgPerson",
    uid,
    cn: `${uid} of the directory`,
    sn: uid,
    mail: `${uid}@elsinore.example`,
    userPassword: passwordOf(uid),
    ...more,
  },
];

export const passwordOf = (uid: string): string => `password of ${uid}`;

export const groupEntry = (name: string, uids: readonly string[]): LdifEntry => [
  `cn=${name},${GROUPS}`,
  { objectClass: "groupOfNames", cn: name, member: uids.map((uid) => `uid=${uid},${PEOPLE}`) },
];

const ROOTS: readonly LdifEntry[] = [
  [BASE, { objectClass: ["dcObject", "organization"], dc: "elsinore", o: "Elsinore" }],
  [PEOPLE, { objectClass: "organizationalUnit", ou: "people" }],
  [GROUPS, { objectClass: "organizationalUnit", ou: "groups" }],
  [SERVICE.dn, { objectClass: "person", cn: "parley", sn: "parley", userPassword: SERVICE.password }],
];

export interface Slapd {
  readonly url: string;
  readonly secureUrl: string;
  /** Its certificate, which is for `localhost` only. */
  readonly caFile: string;
  readonly add: (entries: readonly LdifEntry[]) => void;
  /** Changes that are written as `ldapmodify` has them. */
  readonly modify: (text: string) => void;
  readonly remove: (...dns: readonly string[]) => void;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const MAX_OUTPUT = 1 << 26;

function run(program: string, args: readonly string[], input = ""): void {
  const { status, stdout, stderr } = spawnSync(pathOf(program) ?? program, args, {
    input,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`);
}

/** A real OpenLDAP in a folder of its own, on this machine alone. It ends with the servers of its file. */
export async function startSlapd(entries: readonly LdifEntry[] = []): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), "parley-slapd-"));
  const [plain = 0, secure = 0] = await freePorts(2);
  const [config, certificate, key] = ["slapd.conf", "cert.pem", "key.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(folder, "db"));
  run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
  ]);
  writeFileSync(
    config,
    [
      ...["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`),
      "modulepath /usr/lib/ldap",
      "moduleload back_mdb",
      "moduleload memberof",
      "moduleload ppolicy",
      `TLSCertificateFile ${certificate}`,
      `TLSCertificateKeyFile ${key}`,
      `pidfile ${join(folder, "pid")}`,
      "sizelimit unlimited",
      "database mdb",
      `suffix ${BASE}`,
      `rootdn cn=root,${BASE}`,
      "rootpw root",
      `directory ${join(folder, "db")}`,
      "maxsize 268435456",
      "index objectClass,uid,mail,entryUUID,member eq",
      "dbnosync",
      `access to attrs=userPassword by anonymous auth by * none`,
      `access to * by dn.exact=${SERVICE.dn} read by * none`,
      "overlay memberof",
      "overlay ppolicy",
    ].join("\n"),
  );
  run("slapadd", ["-q", "-f", config], ldif([...ROOTS, ...entries]));
  const url = `ldap://localhost:${plain}`;
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(plain, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  let child: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    const at = [`ldap://127.0.0.1:${plain}`, `ldaps://127.0.0.1:${secure}`].join(" ");
    child = spawn(pathOf("slapd") ?? "slapd", ["-d", "0", "-f", config, "-h", at], { stdio: "ignore" });
    await until(isUp, (isThere) => isThere);
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = Promise.withResolvers<void>();
    child.once("exit", () => ended.resolve());
    child.kill("SIGKILL");
    await ended.promise;
  };
  await start();
  stopWithServers(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const asRoot = ["-x", "-H", `ldap://127.0.0.1:${plain}`, "-D", `cn=root,${BASE}`, "-w", "root"];
  return {
    url,
    secureUrl: `ldaps://localhost:${secure}`,
    caFile: certificate,
    add: (more) => run("ldapadd", asRoot, ldif(more)),
    modify: (text) => run("ldapmodify", asRoot, text),
    remove: (...dns) => run("ldapdelete", [...asRoot, ...dns]),
    kill,
    start,
  };
}
