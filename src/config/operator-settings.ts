import { anyText, oneOfWords, onOrOff, pageUrl, relayUrl, token, wholeNumber } from "./kinds.ts";
import type { Setting, SettingsOf } from "./setting.ts";

/** What people and programs may do. */
export const limitSettings: SettingsOf<
  "rateLimit" | "webPublicChannels" | "presenceOfAll" | "outboundAllowPrivate" | "development"
> = {
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
  outboundAllowPrivate: {
    flag: "--outbound-allow-private",
    variables: ["PARLEY_OUTBOUND_ALLOW_PRIVATE"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether webhooks and link previews may call private addresses and any port; for trials.",
  },
  development: {
    flag: "--development",
    variables: ["PARLEY_DEVELOPMENT"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether anybody gets any account's API key without a password; for one's own machine only.",
  },
};

/** Metrics and the log. */
export const monitoringSettings: SettingsOf<"metricsToken" | "metricsPort" | "logLevel"> = {
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
    kind: oneOfWords("debug", "info", "warn", "error", "silent"),
    fallback: "info",
    help: "The least severe entries that are logged.",
  },
};

/** Accounts and their notifications. */
export const accountSettings: SettingsOf<"termsUrl" | "gravatar" | "pushRelayUrl"> = {
  termsUrl: {
    flag: "--terms-url",
    variables: ["PARLEY_TERMS_URL"],
    kind: pageUrl,
    help: "The page with the terms of service, to which everybody who gets an account must agree.",
  },
  gravatar: {
    flag: "--gravatar",
    variables: ["PARLEY_GRAVATAR"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether people without a picture whose address everybody sees have the one of gravatar.com.",
  },
  pushRelayUrl: {
    flag: "--push-relay-url",
    variables: ["PARLEY_PUSH_RELAY_URL"],
    kind: relayUrl,
    help: "The push relay with this server's name and key there, such as https://name:key@push.example.com.",
    secret: true,
  },
};

/** Other ways to log in than by a password. The file itself is read with the settings: see sign-on/sign-on-file.ts. */
export const signOnSettings: SettingsOf<"privateProviders"> & { readonly signOn: Setting<string> } = {
  signOn: {
    flag: "--sign-on",
    variables: ["PARLEY_SIGN_ON"],
    kind: { ...anyText, expects: "a file", shape: "FILE" },
    help: "A JSON file with the providers by which people log in (docs/sign-on.md); owners can add others without it.",
  },
  privateProviders: {
    flag: "--private-providers",
    variables: ["PARLEY_PRIVATE_PROVIDERS"],
    kind: onOrOff,
    fallback: "off",
    help: "Whether providers that owners add may be at private addresses and any port.",
  },
};
