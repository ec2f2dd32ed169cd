import type { BucketUrl } from "./bucket-url.ts";
import type { SettingKind } from "./kinds.ts";
import type { JwtLogin } from "./sign-on/jwt.ts";
import type { OperatorProvider } from "./sign-on/provider.ts";

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePooler: boolean;
  readonly natsUrl: string | undefined;
  readonly replicaUrl: string | undefined;
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
  readonly groupsInFlight: number;
  readonly secret: string | undefined;
  readonly backupPassphrase: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly mailInPort: number | undefined;
  readonly mailInHost: string;
  readonly mailInDomain: string | undefined;
  readonly mailInProtocol: "smtp" | "lmtp";
  readonly pushRelayUrl: string | undefined;
  readonly bigBlueButtonUrl: string | undefined;
  readonly bigBlueButtonSecret: string | undefined;
  readonly termsUrl: string | undefined;
  readonly gravatar: boolean;
  readonly zoomClientId: string | undefined;
  readonly zoomClientSecret: string | undefined;
  readonly zoomUrl: string;
  readonly zoomApiUrl: string;
  readonly outboundAllowPrivate: boolean;
  readonly maxFileMib: number;
  readonly uploadQuotaMib: number | undefined;
  readonly filesUrl: BucketUrl | undefined;
  readonly filesAccessKey: string | undefined;
  readonly filesSecretKey: string | undefined;
  readonly newFiles: "bucket" | "database";
  readonly jitsiServerUrl: string;
  /** The providers of the operator's file, by which people log in. */
  readonly signOn: readonly OperatorProvider[];
  /** The keys of the operator's file by which tokens are signed that log people in. */
  readonly jwtLogins: readonly JwtLogin[];
  readonly privateProviders: boolean;
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
  /** The README shows it, as one of the few that most operators change; docs/configuration.md has all. */
  readonly isCommon?: true;
}

/** A setting that may be left undefined needs no fallback; any other must have one. */
type SettingOf<Value> = undefined extends Value
  ? Setting<NonNullable<Value>>
  : Setting<Value> & { readonly fallback: string };

export type SettingsOf<Name extends keyof Config> = { readonly [Each in Name]: SettingOf<Config[Each]> };
