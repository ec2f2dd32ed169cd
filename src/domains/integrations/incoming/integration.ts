import { ApiError } from "#platform/errors.ts";
import type { Payload } from "./payload.ts";
import type { Signature, WebhookHeaders } from "./requests/signature.ts";

/** What a service's event says here. */
export interface WebhookMessage {
  /** Any text: it is cut and cleaned. */
  readonly topic: string;
  /** Markdown, in which all text of the service's users was made safe by text.ts. */
  readonly content: string;
}

/** Which fields of a payload are shown, for the integration that takes any JSON. */
export interface ChosenFields {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly link?: string | undefined;
  readonly topic?: string | undefined;
}

/** Where a service says which delivery this is. It is the same when the service, or somebody there, sends it again. */
export type DeliveryId = { readonly header: string } | { readonly path: string };

/** A service whose events can become messages. One file of services/ declares each; its page of documentation is generated. */
export interface Integration {
  /** The last part of the path of its URL. */
  readonly name: string;
  readonly title: string;
  /** A sentence for the documentation. */
  readonly about: string;
  /** Steps in Markdown; `{url}` stands for the URL. */
  readonly setup: readonly string[];
  /** The events that it understands, by the names that `only_events` uses, with what each is about. */
  readonly events: Readonly<Record<string, string>>;
  /** How the service proves that it sent a request; absent if it does not. */
  readonly signature?: Signature;
  /** Where its ID of a delivery is; absent if it has none. */
  readonly delivery?: DeliveryId;
  readonly eventOf: (payload: Payload, headers: WebhookHeaders) => string;
  /** Undefined if the event is understood, and nobody wants to read of it. */
  readonly message: (payload: Payload, event: string, chosen: ChosenFields) => WebhookMessage | undefined;
}

/** The header that names the event. */
export function eventHeader(headers: WebhookHeaders, name: string): string {
  const event = headers[name.toLowerCase()];
  if (event === undefined || event === "") {
    throw new ApiError("MISSING_HTTP_EVENT_HEADER", `Missing the HTTP event header '${name}'`, { header: name });
  }
  return event;
}
