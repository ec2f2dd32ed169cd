import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathOf, skipWithout } from "./needs/needs.ts";
import { stopWithServers } from "./server.ts";
import { until } from "./until.ts";

/** For the option `skip` of a test. Its ports are those below 1024. */
export const withoutSamba = skipWithout("samba") || skipWithout("samba-ad-provision") || skipWithout("root");

export const DOMAIN = "DC=example,DC=test";
export const ADMINISTRATOR = { dn: `CN=Administrator,CN=Users,${DOMAIN}`, password: "Adm1n-of-the-tests" };

export interface Samba {
  readonly url: string;
  /** Its certificate. */
  readonly caFile: string;
  /** Runs `samba-tool` on its database. */
  readonly tool: (...args: readonly string[]) => void;
}

function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(pathOf(program) ?? program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`);
}

/** A real domain controller in a folder of its own, on this machine alone. It ends with the servers of its file. */
export async function startSamba(): Promise<Samba> {
  const folder = mkdtempSync(join(tmpdir(), "parley-samba-"));
  const target = join(folder, "domain");
  mkdirSync(target);
  run("samba-tool", [
    ...["domain", "provision", "--realm=EXAMPLE.TEST", "--domain=EXAMPLE", `--adminpass=${ADMINISTRATOR.password}`],
    ...["--server-role=dc", "--dns-backend=NONE", "--host-name=dc1", "--host-ip=127.0.0.1", `--targetdir=${target}`],
    ...["--option=interfaces=lo", "--option=bind interfaces only=yes", "--option=vfs objects="],
  ]);
  const config = join(target, "etc/smb.conf");
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
  ]);
  const options = [
    "server services=ldap",
    "tls enabled=yes",
    ...[`tls keyfile=${key}`, `tls certfile=${certificate}`, `tls cafile=${certificate}`],
  ].map((option) => `--option=${option}`);
  const child = spawn(pathOf("samba") ?? "samba", ["-i", "-s", config, ...options], {
    stdio: "ignore",
    detached: true,
  });
  stopWithServers(async () => {
    const ended = Promise.withResolvers<void>();
    child.once("exit", () => ended.resolve());
    // It has processes of its own, which are in its group.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else ended.resolve();
    await ended.promise;
    rmSync(folder, { recursive: true, force: true });
  });
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(636, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  await until(isUp, (isThere) => isThere);
  return {
    url: "ldaps://localhost",
    caFile: certificate,
    tool: (...args) => run("samba-tool", [...args, "-H", join(target, "private/sam.ldb"), "-s", config]),
  };
}
