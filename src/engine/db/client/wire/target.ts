import { userInfo } from "node:os";

export type ServerAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** Where a database is, and how it is reached. */
export interface Target {
  /** Tried in this order. */
  readonly addresses: readonly ServerAddress[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Undefined without TLS. */
  readonly tls: Tls | undefined;
  /** Whether the password is proved together with the server's certificate, so that nobody can be between. */
  readonly channelBinding: ChannelBindingMode;
  readonly role: ServerRole;
  /** How long opening a connection to one server may take, where the URL says it. */
  readonly connectMs?: number;
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

const BINDINGS = ["prefer", "require", "disable"] as const;
type ChannelBindingMode = (typeof BINDINGS)[number];

/** As libpq has them; `ssl` is what JDBC and others call it, and a file of certificates would have to be read. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
const OWN_PARAMETERS = new Set(
  "user password dbname host port ssl sslmode sslnegotiation sslrootcert channel_binding target_session_attrs connect_timeout".split(
    " ",
  ),
);
/** What libpq passes on to the server for the session. */
const SETTINGS = ["application_name", "options"];
/** Parameters of libpq which may say what Parley does anyway. */
const FIXED: Readonly<Record<string, RegExp>> = {
  client_encoding: /^(?:auto|utf-?8|unicode)$/i,
  gssencmode: /^(?:disable|prefer)$/,
  sslcompression: /^0$/,
  fallback_application_name: /^/,
  keepalives: /^1$/,
};

const DEFAULT_PORT = 5432;
const MAX_PORT = 65_535;

/**
 * `postgres://user:password@host:port,other:port/database?sslmode=verify-full`, as libpq reads it: what stands after the
 * question mark replaces what stands before it. A folder as host means the socket in it. What Parley does not know is
 * refused: a parameter that is left out may be the one that keeps others out.
 */
export function parseTarget(url: string): Target {
  const {
    1: authority = "",
    2: path = "",
    3: query = "",
  } = /^\w+:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(url) ?? [];
  const at = authority.lastIndexOf("@");
  const [name = "", ...password] = authority.slice(0, Math.max(0, at)).split(":");
  // A plus is a plus here, unlike in a form.
  const parameters = new Map(new URLSearchParams(query.replaceAll("+", "%2B")));
  refuseUnknown(parameters);
  const user = parameters.get("user") || decodeURIComponent(name) || userInfo().username;
  const tls = tlsOf(parameters);
  const timeout = Number(parameters.get("connect_timeout") ?? 0);
  if (!Number.isInteger(timeout)) throw new Error("connect_timeout is a whole number of seconds");
  return {
    addresses: placesOf(authority.slice(at + 1), parameters),
    user,
    password: parameters.get("password") ?? decodeURIComponent(password.join(":")),
    database: parameters.get("dbname") || decodeURIComponent(path) || user,
    tls,
    channelBinding: valueOf(parameters, "channel_binding", BINDINGS) ?? "prefer",
    role: valueOf(parameters, "target_session_attrs", ROLES) ?? "any",
    ...(timeout > 0 && { connectMs: timeout * 1000 }),
    settings: Object.fromEntries([...parameters].filter(([key]) => SETTINGS.includes(key))),
  };
}

function refuseUnknown(parameters: ReadonlyMap<string, string>): void {
  for (const [key, value] of parameters) {
    if (OWN_PARAMETERS.has(key) || SETTINGS.includes(key)) continue;
    const fixed = Object.hasOwn(FIXED, key) ? FIXED[key] : undefined;
    if (fixed?.test(value) === true) continue;
    if (fixed !== undefined) throw new Error(`the URL of the database cannot have ${key}=${value}`);
    throw new Error(
      `the URL of the database has the unknown parameter ${key}; settings of PostgreSQL go into options=-c%20name=value`,
    );
  }
}

function valueOf<Value extends string>(
  parameters: ReadonlyMap<string, string>,
  key: string,
  allowed: readonly Value[],
): Value | undefined {
  const value = parameters.get(key);
  const known = allowed.find((other) => other === value);
  if (value !== undefined && known === undefined) throw new Error(`${key} cannot be ${value}`);
  return known;
}

/** One port is for all hosts; otherwise there are as many ports as hosts. */
function placesOf(authority: string, parameters: ReadonlyMap<string, string>): ServerAddress[] {
  const written = authority
    .split(",")
    .map((text) => /^(?<host>\[.*\]|[^:]*)(?::(?<port>.*))?$/.exec(text)?.groups ?? {});
  const hosts = parameters.get("host")?.split(",") ?? written.map(({ host = "" }) => decodeURIComponent(host));
  const ports = parameters.get("port")?.split(",") ?? written.map(({ port = "" }) => port);
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new Error(`the URL of the database has ${ports.length} ports for ${hosts.length} hosts`);
  return hosts.map((host, index) => placeOf(host || "localhost", (ports.length === 1 ? ports[0] : ports[index]) ?? ""));
}

function placeOf(host: string, text: string): ServerAddress {
  const port = text === "" ? DEFAULT_PORT : Number(text);
  if (!/^\d*$/.test(text) || port < 1 || port > MAX_PORT) throw new Error(`the port of the database cannot be ${text}`);
  if (host.startsWith("/")) return { path: `${host}/.s.PGSQL.${port}` };
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port };
}

/** As libpq has it, except that nothing is encrypted unless the URL says so. */
function tlsOf(parameters: ReadonlyMap<string, string>): Tls | undefined {
  const root = parameters.get("sslrootcert");
  const isVerified = root === "system";
  // To leave a file of certificates out would be to trust any server.
  if (root !== undefined && !isVerified)
    throw new Error("sslrootcert can only be system; NODE_EXTRA_CA_CERTS adds others");
  const ssl = parameters.get("ssl");
  const mode = valueOf(parameters, "sslmode", SSL_MODES) ?? (ssl === "true" ? "verify-full" : ssl) ?? "disable";
  if (!isVerified && ["disable", "false"].includes(mode)) return undefined;
  return {
    isVerified: isVerified || !["allow", "prefer", "require"].includes(mode),
    isOptional: mode === "prefer",
    isDirect: valueOf(parameters, "sslnegotiation", ["direct", "postgres"]) === "direct",
  };
}
