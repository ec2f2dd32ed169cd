import { userInfo } from "node:os";

export type ServerAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** Where a database is, and how it is reached. */
export interface Target {
  /** Tried in this order. */
  readonly places: readonly ServerAddress[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Undefined without TLS. */
  readonly tls: Tls | undefined;
  readonly role: ServerRole;
  /** What else the URL sets for the session. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface Tls {
  readonly isVerified: boolean;
  /** Whether the connection goes on without TLS where the server has none. */
  readonly isOptional: boolean;
  /** Whether TLS begins at once, without asking for it. */
  readonly isDirect: boolean;
}

/** Which servers are accepted: libpq's `target_session_attrs`. */
const ROLES = ["any", "primary", "standby", "read-write", "read-only", "prefer-standby"] as const;
export type ServerRole = (typeof ROLES)[number];

export const DEFAULT_PORT = 5432;

const OWN_PARAMETERS = new Set(
  "host port user password dbname ssl sslmode sslnegotiation sslrootcert target_session_attrs connect_timeout".split(
    " ",
  ),
);

/** `postgres://user:password@host:port,other:port/database?sslmode=verify-full`; a folder as host means its socket. */
export function parseTarget(url: string): Target {
  const { 1: authority = "", 2: rest = "" } = /^\w+:\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  const login = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const { pathname, searchParams } = new URL(rest, "postgres://host/");
  const hosts = searchParams.get("host") ?? decodeURIComponent(authority.slice(authority.lastIndexOf("@") + 1));
  const [name = "", ...password] = login.split(":");
  const user = decodeURIComponent(name) || userInfo().username;
  const role = searchParams.get("target_session_attrs") ?? "any";
  if (!ROLES.some((known) => known === role)) throw new Error(`target_session_attrs cannot be ${role}`);
  return {
    places: (hosts || "localhost").split(",").map((host) => placeOf(host, searchParams.get("port"))),
    user,
    password: decodeURIComponent(password.join(":")),
    database: decodeURIComponent(pathname.slice(1)) || user,
    tls: tlsOf(searchParams),
    role: role as ServerRole,
    settings: Object.fromEntries([...searchParams].filter(([key]) => !OWN_PARAMETERS.has(key))),
  };
}

function placeOf(text: string, defaultPort: string | null): ServerAddress {
  const { host = "", port } = /^(?<host>.*?)(:(?<port>\d+))?$/.exec(text)?.groups ?? {};
  const number = Number(port ?? defaultPort ?? DEFAULT_PORT);
  if (host.startsWith("/")) return { path: `${host}/.s.PGSQL.${number}` };
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: number };
}

/** As libpq has it, except that nothing is encrypted unless the URL says so. */
function tlsOf(parameters: URLSearchParams): Tls | undefined {
  const mode = parameters.get("sslmode") ?? parameters.get("ssl") ?? "disable";
  const root = parameters.get("sslrootcert");
  const isVerified = root === "system";
  // To leave a file of certificates out would be to trust any server.
  if (root !== null && !isVerified) throw new Error("sslrootcert can only be system; NODE_EXTRA_CA_CERTS adds others");
  if (!isVerified && ["disable", "false"].includes(mode)) return undefined;
  return {
    isVerified: isVerified || !["allow", "prefer", "require"].includes(mode),
    isOptional: mode === "prefer",
    isDirect: parameters.get("sslnegotiation") === "direct",
  };
}
