import {
  addressRanges,
  databaseUrl,
  email,
  folder,
  host,
  hostNames,
  natsUrl,
  oneOfWords,
  onOrOff,
  passphrase,
  serverUrl,
  secret,
  anyText,
  wholeNumber,
} from "./kinds.ts";
import type { SettingsOf } from "./setting.ts";

/** Where the server listens, and the names that it has. */
export const networkSettings: SettingsOf<
  "port" | "host" | "publicUrl" | "allowedHosts" | "trustedProxies" | "http" | "web"
> = {
  port: {
    flag: "--port",
    variables: ["PARLEY_PORT"],
    kind: wholeNumber(0, 65_535),
    fallback: "9991",
    help: "The port that serves HTTP; 0 takes any free one.",
    isCommon: true,
  },
  host: {
    flag: "--host",
    variables: ["PARLEY_HOST"],
    kind: host,
    fallback: "127.0.0.1",
    help: "The address to listen on; 0.0.0.0 or :: for all.",
    isCommon: true,
  },
  publicUrl: {
    flag: "--public-url",
    variables: ["PARLEY_PUBLIC_URL"],
    kind: serverUrl,
    help: "The URL under which people reach Parley; mails link to it, and so does everything if a proxy stands in front.",
    isCommon: true,
  },
  allowedHosts: {
    flag: "--allowed-hosts",
    variables: ["PARLEY_ALLOWED_HOSTS"],
    kind: hostNames,
    help: "Without --public-url: names that this server may be asked by, besides its addresses and its own, with commas.",
  },
  trustedProxies: {
    flag: "--trusted-proxies",
    variables: ["PARLEY_TRUSTED_PROXIES"],
    kind: addressRanges,
    help: "The proxies whose X-Forwarded-For is believed: addresses and CIDR ranges, with commas between them.",
    isCommon: true,
  },
  http: {
    flag: "--http",
    variables: ["PARLEY_HTTP"],
    kind: oneOfWords("fast", "node"),
    fallback: "fast",
    help: "Whether plain requests take the fast path, or all go through Node's own HTTP server.",
  },
  web: {
    flag: "--web",
    variables: ["PARLEY_WEB"],
    kind: oneOfWords("on", "off", "watch"),
    fallback: "on",
    help: "Whether the browser client is served at /; watch rebuilds it whenever one of its files changes.",
  },
};

/** PostgreSQL, and how several processes share it. */
export const databaseSettings: SettingsOf<
  "databaseUrl" | "databasePooler" | "poolSize" | "natsUrl" | "replicaUrl" | "groupsInFlight"
> = {
  databaseUrl: {
    flag: "--database-url",
    variables: ["PARLEY_DATABASE_URL", "DATABASE_URL"],
    kind: databaseUrl,
    help: "An existing PostgreSQL (15 to 18) to use instead of the embedded one.",
    isCommon: true,
    secret: true,
  },
  databasePooler: {
    flag: "--database-pooler",
    variables: ["PARLEY_DATABASE_POOLER"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether --database-url leads to a pooler in transaction mode, such as PgBouncer; needs --nats-url.",
  },
  poolSize: {
    flag: "--pool-size",
    variables: ["PARLEY_POOL_SIZE"],
    kind: wholeNumber(3, 1_000),
    fallback: "10",
    help: "How many connections to PostgreSQL are held at most.",
  },
  natsUrl: {
    flag: "--nats-url",
    variables: ["PARLEY_NATS_URL"],
    kind: natsUrl,
    help: "The NATS server by which processes notify each other, instead of the database; several with commas.",
    secret: true,
  },
  replicaUrl: {
    flag: "--replica-url",
    variables: ["PARLEY_REPLICA_URL"],
    kind: databaseUrl,
    help: "A streaming replica of the database, which history and searches are read from while it is not behind.",
    secret: true,
  },
  groupsInFlight: {
    flag: "--groups-in-flight",
    variables: ["PARLEY_GROUPS_IN_FLIGHT"],
    kind: wholeNumber(1, 2),
    fallback: "2",
    help: "How many groups of writes of an organization are stored at once; with 1 none follows another.",
  },
};

/** The data folder, what is made there at the first start, and its secrets. */
export const dataSettings: SettingsOf<
  "dataDir" | "ownerEmail" | "ownerPassword" | "organizationName" | "secret" | "backupPassphrase"
> = {
  dataDir: {
    flag: "--data",
    variables: ["PARLEY_DATA"],
    kind: folder,
    fallback: "./data",
    help: "The folder of the embedded database and of the secret.",
    isCommon: true,
  },
  ownerEmail: {
    flag: "--owner-email",
    variables: ["PARLEY_OWNER_EMAIL"],
    kind: email,
    help: "The email address of the owner made at the first start; owner@localhost when not given.",
    isCommon: true,
  },
  ownerPassword: {
    flag: "--owner-password",
    variables: ["PARLEY_OWNER_PASSWORD"],
    kind: anyText,
    help: "The password of that owner (better as a variable: others may see flags); generated when not given.",
    secret: true,
  },
  organizationName: {
    flag: "--organization-name",
    variables: ["PARLEY_ORGANIZATION_NAME"],
    kind: anyText,
    fallback: "Parley",
    help: "The name of the organization made at the first start.",
  },
  secret: {
    flag: "--secret",
    variables: ["PARLEY_SECRET"],
    kind: secret,
    help: "What API keys are derived from (better as a variable); by default a file in the data folder holds it.",
    secret: true,
  },
  backupPassphrase: {
    flag: "--backup-passphrase",
    variables: ["PARLEY_BACKUP_PASSPHRASE"],
    kind: passphrase,
    help: "What backups are encrypted with (better as a variable); without it they are not encrypted.",
    secret: true,
  },
};
