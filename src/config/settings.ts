import {
  addressRanges,
  databaseUrl,
  email,
  folder,
  host,
  hostNames,
  oneOf,
  onOrOff,
  publicUrl,
  relayUrl,
  secret,
  smtpUrl,
  text,
  token,
  wholeNumber,
} from "./kinds.ts";
import type { SettingKind } from "./kinds.ts";

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly ownerEmail: string | undefined;
  readonly ownerPassword: string | undefined;
  readonly organizationName: string;
  readonly http: "fast" | "node";
  readonly web: "on" | "off" | "watch";
  readonly rateLimit: boolean;
  readonly webPublicChannels: boolean;
  readonly presenceOfAll: boolean;
  readonly development: boolean;
  readonly metricsToken: string | undefined;
  readonly metricsPort: number | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly publicUrl: string | undefined;
  readonly allowedHosts: readonly string[] | undefined;
  readonly trustedProxies: readonly string[] | undefined;
  readonly poolSize: number;
  readonly secret: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly pushRelayUrl: string | undefined;
  readonly bigBlueButtonUrl: string | undefined;
  readonly bigBlueButtonSecret: string | undefined;
  readonly outboundAllowPrivate: boolean;
  readonly maxFileMib: number;
  readonly uploadQuotaMib: number | undefined;
  readonly jitsiServerUrl: string;
}

export interface Setting<Value> {
  readonly flag: `--${string}`;
  /** The first variable that is set wins. */
  readonly variables: readonly [string, ...string[]];
  readonly kind: SettingKind<Value>;
  /** The default, as an operator would write it. */
  readonly fallback?: string;
  readonly help: string;
  /** Errors never show its value. */
  readonly secret?: true;
}

/** A setting that may be left undefined needs no fallback; any other must have one. */
type SettingOf<Value> = undefined extends Value
  ? Setting<NonNullable<Value>>
  : Setting<Value> & { readonly fallback: string };

export const settings: { readonly [Name in keyof Config]: SettingOf<Config[Name]> } = {
  port: {
    flag: "--port",
    variables: ["PARLEY_PORT"],
    kind: wholeNumber(0, 65_535),
    fallback: "9991",
    help: "The port that serves HTTP; 0 takes any free one.",
  },
  host: {
    flag: "--host",
    variables: ["PARLEY_HOST"],
    kind: host,
    fallback: "127.0.0.1",
    help: "The address to listen on; 0.0.0.0 or :: for all.",
  },
  dataDir: {
    flag: "--data",
    variables: ["PARLEY_DATA"],
    kind: folder,
    fallback: "./data",
    help: "The folder of the embedded database and of the secret.",
  },
  databaseUrl: {
    flag: "--database-url",
    variables: ["PARLEY_DATABASE_URL", "DATABASE_URL"],
    kind: databaseUrl,
    help: "An existing PostgreSQL (15 to 18) to use instead of the embedded one.",
    secret: true,
  },
  ownerEmail: {
    flag: "--owner-email",
    variables: ["PARLEY_OWNER_EMAIL"],
    kind: email,
    help: "The email address of the owner made at the first start; owner@localhost when not given.",
  },
  ownerPassword: {
    flag: "--owner-password",
    variables: ["PARLEY_OWNER_PASSWORD"],
    kind: text,
    help: "The password of that owner (better as a variable: others may see flags); generated when not given.",
    secret: true,
  },
  organizationName: {
    flag: "--organization-name",
    variables: ["PARLEY_ORGANIZATION_NAME"],
    kind: text,
    fallback: "Parley",
    help: "The name of the organization made at the first start.",
  },
  http: {
    flag: "--http",
    variables: ["PARLEY_HTTP"],
    kind: oneOf("fast", "node"),
    fallback: "fast",
    help: "Whether plain requests take the fast path, or all go through Node's own HTTP server.",
  },
  web: {
    flag: "--web",
    variables: ["PARLEY_WEB"],
    kind: oneOf("on", "off", "watch"),
    fallback: "on",
    help: "Whether the browser client is served at /; watch rebuilds it whenever one of its files changes.",
  },
  rateLimit: {
    flag: "--rate-limit",
    variables: ["PARLEY_RATE_LIMIT"],
    kind: onOrOff,
    fallback: "on",
    help: "Whether requests are limited; off for benchmarks and trials.",
  },
  webPublicChannels: {
    flag: "--web-public-channels",
    variables: ["PARLEY_WEB_PUBLIC_CHANNELS"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether organizations may open channels to the whole Internet.",
  },
  presenceOfAll: {
    flag: "--presence-of-all",
    variables: ["PARLEY_PRESENCE_OF_ALL"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether guests who may not know everybody see the presence of everybody all the same.",
  },
  development: {
    flag: "--development",
    variables: ["PARLEY_DEVELOPMENT"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether anybody gets any account's API key without a password; for one's own machine only.",
  },
  metricsToken: {
    flag: "--metrics-token",
    variables: ["PARLEY_METRICS_TOKEN"],
    kind: token,
    help: "The token that GET /metrics asks for (better as a variable); without token and port there are no metrics.",
    secret: true,
  },
  metricsPort: {
    flag: "--metrics-port",
    variables: ["PARLEY_METRICS_PORT"],
    kind: wholeNumber(1, 65_535),
    help: "A port of its own for GET /metrics, on 127.0.0.1 only.",
  },
  logLevel: {
    flag: "--log-level",
    variables: ["PARLEY_LOG_LEVEL"],
    kind: oneOf("debug", "info", "warn", "error", "silent"),
    fallback: "info",
    help: "The least severe entries that are logged.",
  },
  publicUrl: {
    flag: "--public-url",
    variables: ["PARLEY_PUBLIC_URL"],
    kind: publicUrl,
    help: "The URL under which people reach Parley; mails link to it, and so does everything if a proxy stands in front.",
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
  },
  poolSize: {
    flag: "--pool-size",
    variables: ["PARLEY_POOL_SIZE"],
    kind: wholeNumber(3, 1_000),
    fallback: "10",
    help: "How many connections to PostgreSQL are held at most.",
  },
  smtpUrl: {
    flag: "--smtp-url",
    variables: ["PARLEY_SMTP_URL"],
    kind: smtpUrl,
    help: "The mail server, such as smtp://user:password@host:587; without it no mail is sent.",
    secret: true,
  },
  mailFrom: {
    flag: "--mail-from",
    variables: ["PARLEY_MAIL_FROM"],
    kind: email,
    fallback: "noreply@localhost",
    help: "The address that mail comes from.",
  },
  pushRelayUrl: {
    flag: "--push-relay-url",
    variables: ["PARLEY_PUSH_RELAY_URL"],
    kind: relayUrl,
    help: "The push relay with this server's name and key there, such as https://name:key@push.example.com.",
    secret: true,
  },
  bigBlueButtonUrl: {
    flag: "--bigbluebutton-url",
    variables: ["PARLEY_BIGBLUEBUTTON_URL"],
    kind: publicUrl,
    help: "The BigBlueButton server for video calls, such as https://calls.example.com.",
  },
  bigBlueButtonSecret: {
    flag: "--bigbluebutton-secret",
    variables: ["PARLEY_BIGBLUEBUTTON_SECRET"],
    kind: text,
    help: "The shared secret of that server (better as a variable).",
    secret: true,
  },
  outboundAllowPrivate: {
    flag: "--outbound-allow-private",
    variables: ["PARLEY_OUTBOUND_ALLOW_PRIVATE"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether webhooks and link previews may call private addresses and any port; for trials.",
  },
  maxFileMib: {
    flag: "--max-file-mib",
    variables: ["PARLEY_MAX_FILE_MIB"],
    kind: wholeNumber(1, 10_000),
    fallback: "100",
    help: "How large an uploaded file may be, in MiB.",
  },
  uploadQuotaMib: {
    flag: "--upload-quota-mib",
    variables: ["PARLEY_UPLOAD_QUOTA_MIB"],
    kind: wholeNumber(0, 1_000_000_000),
    help: "How much all uploaded files of an organization may take, in MiB; without it there is no limit.",
  },
  jitsiServerUrl: {
    flag: "--jitsi-server-url",
    variables: ["PARLEY_JITSI_SERVER_URL"],
    kind: publicUrl,
    fallback: "https://meet.jit.si",
    help: "The Jitsi server for the calls of organizations that have chosen none.",
  },
  secret: {
    flag: "--secret",
    variables: ["PARLEY_SECRET"],
    kind: secret,
    help: "What API keys are derived from (better as a variable); by default a file in the data folder holds it.",
    secret: true,
  },
};

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);
