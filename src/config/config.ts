/** The only reader of the command line and of the environment. Flags win over variables, variables over defaults. */
import { ConfigError, readFlags, refuseUnknownVariables } from "./sources.ts";
import { settings } from "./settings.ts";
import { NO_SIGN_ON_FILE, readSignOnFile } from "./sign-on/sign-on-file.ts";
import type { Config, Setting } from "./setting.ts";

export { ConfigError } from "./sources.ts";
export { settingsHelp } from "./help.ts";
export type { Config } from "./setting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(argv: readonly string[] = process.argv.slice(2), env: Environment = process.env): Config {
  const flags = readFlags(argv);
  refuseUnknownVariables(env);

  const configured = <Value>(setting: Setting<Value>): Value | undefined => {
    const variable = setting.variables.find((name) => env[name] !== undefined);
    const source = flags.has(setting.flag) ? setting.flag : variable;
    const text = flags.get(setting.flag) ?? (variable && env[variable]);
    return source === undefined || text === undefined ? undefined : parse(setting, source, text);
  };
  const value = <Value>(setting: Setting<Value> & { readonly fallback: string }): Value =>
    configured(setting) ?? parse(setting, setting.flag, setting.fallback);

  const signOnFile = configured(settings.signOn);
  const signOn = signOnFile === undefined ? NO_SIGN_ON_FILE : readSignOnFile(signOnFile, env);

  return {
    port: value(settings.port),
    host: value(settings.host),
    dataDir: value(settings.dataDir),
    databaseUrl: configured(settings.databaseUrl),
    databasePooler: value(settings.databasePooler),
    natsUrl: configured(settings.natsUrl),
    replicaUrl: configured(settings.replicaUrl),
    ownerEmail: configured(settings.ownerEmail),
    ownerPassword: configured(settings.ownerPassword),
    organizationName: value(settings.organizationName),
    http: value(settings.http),
    web: value(settings.web),
    rateLimit: value(settings.rateLimit),
    webPublicChannels: value(settings.webPublicChannels),
    presenceOfAll: value(settings.presenceOfAll),
    development: value(settings.development),
    metricsToken: configured(settings.metricsToken),
    metricsPort: configured(settings.metricsPort),
    logLevel: value(settings.logLevel),
    publicUrl: configured(settings.publicUrl),
    allowedHosts: configured(settings.allowedHosts),
    trustedProxies: configured(settings.trustedProxies),
    poolSize: value(settings.poolSize),
    groupsInFlight: value(settings.groupsInFlight),
    secret: configured(settings.secret),
    backupPassphrase: configured(settings.backupPassphrase),
    smtpUrl: configured(settings.smtpUrl),
    mailFrom: value(settings.mailFrom),
    mailInPort: configured(settings.mailInPort),
    mailInHost: value(settings.mailInHost),
    mailInDomain: configured(settings.mailInDomain),
    mailInProtocol: value(settings.mailInProtocol),
    pushRelayUrl: configured(settings.pushRelayUrl),
    bigBlueButtonUrl: configured(settings.bigBlueButtonUrl),
    bigBlueButtonSecret: configured(settings.bigBlueButtonSecret),
    termsUrl: configured(settings.termsUrl),
    gravatar: value(settings.gravatar),
    zoomClientId: configured(settings.zoomClientId),
    zoomClientSecret: configured(settings.zoomClientSecret),
    signOn: signOn.providers,
    jwtLogins: signOn.jwtLogins,
    privateProviders: value(settings.privateProviders),
    zoomUrl: value(settings.zoomUrl),
    zoomApiUrl: value(settings.zoomApiUrl),
    outboundAllowPrivate: value(settings.outboundAllowPrivate),
    maxFileMib: value(settings.maxFileMib),
    uploadQuotaMib: configured(settings.uploadQuotaMib),
    filesUrl: configured(settings.filesUrl),
    filesAccessKey: configured(settings.filesAccessKey),
    filesSecretKey: configured(settings.filesSecretKey),
    newFiles: value(settings.newFiles),
    jitsiServerUrl: value(settings.jitsiServerUrl),
  };
}

function parse<Value>(setting: Setting<Value>, source: string, text: string): Value {
  if (text.trim() === "") throw new ConfigError(`${source} is empty: it must be ${setting.kind.expects}.`);
  const value = setting.kind.read(text);
  if (value !== undefined) return value;
  const shown = setting.secret || holdsCredentials(text) ? "" : `, not ${JSON.stringify(text)}`;
  throw new ConfigError(`${source} must be ${setting.kind.expects}${shown}.`);
}

/** A database URL can end up in the wrong setting. */
function holdsCredentials(text: string): boolean {
  return /:\/\/[^/]*@/.test(text);
}
