import { createHash } from "node:crypto";
import { queryFields } from "#api/parameters/fields.ts";
import { once } from "#api/repeats/once.ts";
import { DELIVERY_PREFIX } from "#api/repeats/stored-responses.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Integration } from "../integration.ts";
import type { Payload } from "../payload.ts";
import type { WebhookHeaders } from "./signature.ts";

/** What of a URL decides where a message goes: two webhooks with one bot may get the same delivery of one event. */
export interface DeliveryTarget {
  readonly stream?: string | undefined;
  readonly topic?: string | undefined;
}

/**
 * Posts what a delivery says, once for each place, however often it comes. What failed leaves nothing, so that it can be
 * sent again; a repetition is a success, because services count failures and give up.
 */
export async function postOnce(
  realm: RealmRuntime,
  bot: User,
  id: string | undefined,
  { stream, topic }: DeliveryTarget,
  post: (storing: RealmRuntime) => Promise<unknown>,
): Promise<void> {
  if (id === undefined) return void (await post(realm));
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([id, stream ?? "", topic ?? ""]))
    .digest("base64url");
  await once(realm, bot, { key: `${DELIVERY_PREFIX}${fingerprint}`, fingerprint }, post);
}

export function deliveryIdOf(
  { name, delivery }: Integration,
  payload: Payload,
  headers: WebhookHeaders,
): string | undefined {
  if (delivery === undefined) return undefined;
  const id = "header" in delivery ? (headers[delivery.header.toLowerCase()] ?? "").trim() : payload.text(delivery.path);
  return id === "" ? undefined : `${name} ${id}`;
}

const JSON_START = /^\uFEFF?\s*[[{"]/;

/**
 * The JSON in a body: all of it, or the field `payload` of a form. By the bytes alone, because they are what a service
 * signs: it signs neither the query nor the type of the body.
 */
export function jsonOfBody(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return JSON_START.test(text) ? text : (queryFields(text).get("payload") ?? text);
}
