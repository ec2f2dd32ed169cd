import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { OperationResult } from "../../../src/client/client.ts";
import { duration } from "../../ui/duration.ts";

export type ListedProvider = OperationResult<"GET /realm/identity_providers">["identity_providers"][number];
/** Directories are the operator's alone, and have nothing to enter or to change. */
export type ProviderKind = Exclude<ListedProvider["kind"], "ldap">;
export type LoginProvider = ListedProvider & { readonly kind: ProviderKind };
export type ProviderSettings = LoginProvider["settings"];

/** An address to enter at a provider, by the name that it has there. */
export interface NamedAddress {
  readonly name: string;
  readonly address: string;
}

/** What a kind of provider brings to the page: a file beside this one, and an entry in the table of `provider-kinds.ts`. */
export interface KindOnPage {
  /** The protocol, by the server's name for it. */
  readonly method: "OpenID Connect" | "SAML";
  /** Where a provider is, for the list. */
  readonly place: (settings: Partial<ProviderSettings>) => string;
  readonly addresses: (home: string, slug: string) => readonly NamedAddress[];
  /** What a trial that finds nothing wrong means. */
  readonly works: () => string;
  /** The part of the form that is for this kind alone. */
  readonly form: (before: Partial<ProviderSettings>, isNew: boolean) => KindForm;
}

export interface KindForm {
  readonly isReady: () => boolean;
  readonly settings: () => Partial<ProviderSettings>;
  /** Empty where it stays as it is, or where there is none. */
  readonly secret: () => string;
  readonly Fields: () => ComponentChildren;
  /** What to trust its addresses means. */
  readonly trustLabel: () => string;
}

/** What stands in the form, of providers of all kinds. */
export interface ProviderFields {
  readonly kind: Signal<ProviderKind>;
  readonly displayName: Signal<string>;
  readonly slug: Signal<string>;
  readonly sessionHours: Signal<number>;
  readonly allowsSignup: Signal<boolean>;
  readonly trustsEmail: Signal<boolean>;
}

const SESSION_HOURS = 168;

/** The fields as they are first, with what the server takes for settings that are absent. */
export const fieldsOf = (kind: ProviderKind, slug: string, settings: Partial<ProviderSettings>): ProviderFields => ({
  kind: signal(kind),
  displayName: signal(settings.display_name ?? ""),
  slug: signal(slug),
  sessionHours: signal(settings.session_hours ?? SESSION_HOURS),
  allowsSignup: signal(settings.auto_signup ?? false),
  trustsEmail: signal(settings.trust_email ?? false),
});

/** The settings after the form. What has no field, such as mappings, stays. */
export const settingsAfter = (
  before: Partial<ProviderSettings>,
  fields: ProviderFields,
  own: Partial<ProviderSettings>,
): ProviderSettings => ({
  ...before,
  ...own,
  display_name: fields.displayName.value.trim(),
  session_hours: fields.sessionHours.value,
  auto_signup: fields.allowsSignup.value,
  trust_email: fields.trustsEmail.value,
});

const HOURS = [8, 12, 24, SESSION_HOURS, 30 * 24, 90 * 24];

/** The usual times, and the one that it has if it is none of them. */
export const sessionOptions = (hours: number): readonly { readonly value: number; readonly label: string }[] =>
  [...new Set([...HOURS, hours])].sort((a, b) => a - b).map((value) => ({ value, label: duration(value * 3600) }));
