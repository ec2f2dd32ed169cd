import { type Signal, signal } from "@preact/signals";
import type { OperationResult } from "../../../src/client/client.ts";
import { t } from "../../language/text.ts";
import { duration } from "../../ui/duration.ts";

export type LoginProvider = OperationResult<"GET /realm/identity_providers">["identity_providers"][number];
export type ProviderSettings = LoginProvider["settings"];

type ClientAuth = NonNullable<ProviderSettings["client_auth"]>;
type SigningAlgorithm = NonNullable<ProviderSettings["signing_alg"]>;

/** What stands in the form. */
export interface ProviderFields {
  readonly displayName: Signal<string>;
  readonly slug: Signal<string>;
  readonly issuer: Signal<string>;
  readonly clientId: Signal<string>;
  readonly clientAuth: Signal<ClientAuth>;
  readonly secret: Signal<string>;
  readonly signingAlgorithm: Signal<SigningAlgorithm>;
  readonly sessionHours: Signal<number>;
  readonly allowsSignup: Signal<boolean>;
  readonly trustsEmail: Signal<boolean>;
}

const SESSION_HOURS = 168;

/** The fields as they are first, with what the server takes for settings that are absent. */
export const fieldsOf = (slug: string, settings: Partial<ProviderSettings>): ProviderFields => ({
  displayName: signal(settings.display_name ?? ""),
  slug: signal(slug),
  issuer: signal(settings.issuer ?? ""),
  clientId: signal(settings.client_id ?? ""),
  clientAuth: signal(settings.client_auth ?? "basic"),
  secret: signal(""),
  signingAlgorithm: signal(settings.signing_alg ?? "RS256"),
  sessionHours: signal(settings.session_hours ?? SESSION_HOURS),
  allowsSignup: signal(settings.auto_signup ?? false),
  trustsEmail: signal(settings.trust_email ?? false),
});

/** The settings after the form. What has no field, such as mappings, stays. */
export const settingsAfter = (before: Partial<ProviderSettings>, fields: ProviderFields): ProviderSettings => ({
  ...before,
  display_name: fields.displayName.value.trim(),
  issuer: fields.issuer.value.trim(),
  client_id: fields.clientId.value.trim(),
  client_auth: fields.clientAuth.value,
  signing_alg: fields.signingAlgorithm.value,
  session_hours: fields.sessionHours.value,
  auto_signup: fields.allowsSignup.value,
  trust_email: fields.trustsEmail.value,
});

/** By the names that they have at providers. */
export const clientAuthOptions = (): readonly { readonly value: ClientAuth; readonly label: string }[] => [
  { value: "basic", label: "client_secret_basic" },
  { value: "post", label: "client_secret_post" },
  { value: "none", label: t("No client secret") },
];

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"] as const;

export const algorithmOptions = ALGORITHMS.map((value) => ({ value, label: value }));

const HOURS = [8, 12, 24, SESSION_HOURS, 30 * 24, 90 * 24];

/** The usual times, and the one that it has if it is none of them. */
export const sessionOptions = (hours: number): readonly { readonly value: number; readonly label: string }[] =>
  [...new Set([...HOURS, hours])].sort((a, b) => a - b).map((value) => ({ value, label: duration(value * 3600) }));
