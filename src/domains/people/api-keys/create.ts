import { ascending } from "#platform/collections/number-lists.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { Type } from "#platform/schema/type.ts";
import { SCOPES, type Scope } from "#http/scopes.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Site } from "#engine/runtime/site.ts";
import { integer, json, optional, text } from "#api/parameters/params.ts";
import { channelInUse } from "#domains/records/channels/access.ts";
import { oneLine } from "#domains/records/organization/param-kinds.ts";
import type { KeyInput } from "./actions.ts";

const MAX_CHANNELS = 100;

/** The year 2100: what lasts longer is meant to last for ever. */
const LATEST = 4_102_444_800;

export const keyName = oneLine("What the key is for, so that people know it again.", { max: 100, min: 1 });

export const newKeyParams = {
  name: keyName,
  scopes: optional(
    json(
      "What the key may do: the scopes of endpoints. Without it, everything that the account may.",
      Type.Array(Type.Enum([...SCOPES]), { minItems: 1, maxItems: SCOPES.length }),
    ),
  ),
  channel_ids: optional(
    json(
      "The channels that the key finds: other channels and direct messages do not exist for it. Without it, all that the account may see.",
      Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: MAX_CHANNELS }),
    ),
  ),
  expires_at: optional(integer("When the key expires, in UNIX seconds.", { min: 0, max: LATEST })),
  password: optional(
    text("The caller's password. Browsers send it or have confirmed: a session alone gives no key.", { max: 10_000 }),
  ),
};

interface Wanted {
  readonly name: string;
  readonly scopes: readonly Scope[] | undefined;
  readonly channel_ids: readonly number[] | undefined;
  readonly expires_at: number | undefined;
}

/** A new secret, which is shown once, and what is stored of the key. */
export function newKey({ config }: Pick<Site, "config">, wanted: Wanted): { secret: string; input: KeyInput } {
  const secret = newToken();
  return {
    secret,
    input: {
      hash: hashOfToken(secret),
      name: wanted.name,
      scopes: wanted.scopes === undefined ? null : SCOPES.filter((scope) => wanted.scopes?.includes(scope)),
      channelIds: wanted.channel_ids === undefined ? null : ascending(wanted.channel_ids),
      expiresAt: wanted.expires_at ?? null,
      sendsMail: config.smtpUrl !== undefined,
    },
  };
}

/** The channels that a new key is for must be known to whoever creates it, so that nobody learns by it which there are. */
export function checkKeyChannels(model: Model, actor: User, { channelIds }: KeyInput): void {
  for (const id of channelIds ?? []) channelInUse(model, actor, id);
}
