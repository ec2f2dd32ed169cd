import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signingKey } from "#domains/entry/sign-on/saml/test-support.ts";
import { freePort } from "./free-ports.ts";
import { pathOf, SIMPLESAMLPHP, skipWithout } from "./needs/needs.ts";
import { stopWithServers } from "./server.ts";
import { until } from "./until.ts";

/** For the option `skip` of a test. */
export const skipWithoutSaml = skipWithout("php") || skipWithout("php-xml") || skipWithout("simplesamlphp");

/** Somebody who has an account at the provider, by their name there. */
export interface SamlPerson {
  readonly mail: string;
  readonly displayName: string;
  readonly groups?: readonly string[];
}

/** What the provider knows of a server: its addresses. */
interface ServiceProvider {
  readonly entityId: string;
  readonly acs: string;
  readonly slo: string;
}

/** A value as PHP has it in its source. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(php).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `[${Object.entries(value)
      .map(([name, item]) => `${php(name)} => ${php(item)}`)
      .join(", ")}]`;
  if (typeof value === "string") return `'${value.replace(/[\\']/g, "\\$&")}'`;
  return JSON.stringify(value);
}

const file = (name: string, value: object) => `<?php\n$${name} = ${php(value)};\n`;

/** Debian's package has its pages below a web server: PHP's own finds them by this. */
const ROUTER = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$static = preg_match('#^/simplesaml/(resources/[\\w/-]+\\.(js|css))$#', $path, $found);
if ($static && is_file('${SIMPLESAMLPHP}/' . $found[1])) {
  header('content-type: text/' . ($found[2] === 'js' ? 'javascript' : 'css'));
  readfile('${SIMPLESAMLPHP}/' . $found[1]);
  return true;
}
if (!preg_match('#^/simplesaml/([\\w/.-]+?\\.php)(/.*)?$#', $path, $found)) { http_response_code(404); return true; }
$page = '${SIMPLESAMLPHP}/' . $found[1];
if (str_contains($page, '..') || !is_file($page)) { http_response_code(404); return true; }
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/simplesaml/' . $found[1];
$_SERVER['SCRIPT_FILENAME'] = $page;
$_SERVER['PATH_INFO'] = $found[2] ?? '';
chdir(dirname($page));
require $page;
return true;
`;

/** A real provider of SAML, where everybody logs in by their name and the password "x". */
export async function startSimpleSaml(people: Readonly<Record<string, SamlPerson>>) {
  const folder = mkdtempSync(join(tmpdir(), "parley-saml-"));
  for (const name of ["cfg/metadata", "log", "data", "tmp", "sessions"])
    mkdirSync(join(folder, name), { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const base = `${origin}/simplesaml/`;
  const entityId = `${origin}/idp`;
  const { key, certificate } = signingKey();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("idp.key", key.export({ type: "pkcs8", format: "pem" }));
  write("idp.crt", certificate);
  write("router.php", ROUTER);
  write(
    "cfg/config.php",
    file("config", {
      baseurlpath: base,
      certdir: folder,
      loggingdir: join(folder, "log"),
      datadir: join(folder, "data"),
      tempdir: join(folder, "tmp"),
      metadatadir: join(folder, "cfg/metadata"),
      "metadata.sources": [{ type: "flatfile", directory: join(folder, "cfg/metadata") }],
      secretsalt: "of the tests",
      "auth.adminpassword": "of the tests",
      technicalcontact_email: "nobody@example.org",
      timezone: "UTC",
      "logging.handler": "file",
      "enable.saml20-idp": true,
      "module.enable": { core: true, saml: true, exampleauth: true },
      "store.type": "phpsession",
      "session.phpsession.savepath": join(folder, "sessions"),
      "session.cookie.secure": false,
      "session.cookie.samesite": null,
      "language.cookie.secure": false,
      "language.cookie.samesite": null,
      "language.available": ["en"],
      "language.default": "en",
    }),
  );
  const known = Object.entries(people).map(([name, { groups = [], mail, displayName }]) => [
    `${name}:x`,
    { uid: [name], mail: [mail], displayName: [displayName], groups },
  ]);
  write("cfg/authsources.php", file("config", { people: { 0: "exampleauth:UserPass", ...Object.fromEntries(known) } }));
  write(
    "cfg/metadata/saml20-idp-hosted.php",
    file(`metadata['${entityId}']`, {
      host: "__DEFAULT__",
      privatekey: "idp.key",
      certificate: "idp.crt",
      auth: "people",
      "sign.logout": true,
      "redirect.sign": true,
      authproc: {
        3: {
          class: "saml:AttributeNameID",
          attribute: "uid",
          Format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        },
      },
    }),
  );
  const server = spawn(pathOf("php") ?? "php", ["-S", `127.0.0.1:${port}`, join(folder, "router.php")], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, "cfg") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  server.stderr.on("data", (data) => (log += String(data)));
  stopWithServers(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  });
  await until(
    () => log,
    (text) => text.includes("started"),
  );
  return {
    entityId,
    certificate,
    ssoUrl: `${base}saml2/idp/SSOService.php`,
    sloUrl: `${base}saml2/idp/SingleLogoutService.php`,
    /** Where somebody begins at the provider, and where they log out there. */
    startUrl: (sp: string) => `${base}saml2/idp/SSOService.php?${new URLSearchParams({ spentityid: sp })}`,
    endUrl: `${base}saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${base}logout.php`)}`,
    /** Tells it the addresses of a server. */
    open: ({ entityId: sp, acs, slo }: ServiceProvider) =>
      write(
        "cfg/metadata/saml20-sp-remote.php",
        file(`metadata['${sp}']`, {
          AssertionConsumerService: acs,
          SingleLogoutService: [{ Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: slo }],
        }),
      ),
    log: () => log,
  };
}
