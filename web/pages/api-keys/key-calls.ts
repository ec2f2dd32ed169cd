import { confirmed } from "../../dialogs/confirmed.tsx";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import type { ApiKey, Scope } from "./scopes.ts";

export interface NewKey {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly channel_ids?: readonly number[];
  readonly expires_at?: number;
}

/** Keys of the user, or of a bot that they manage: the same is done at two places of the API. */
export interface KeyCalls {
  readonly list: () => Promise<{ readonly keys: readonly ApiKey[] }>;
  /** Resolves to the secret, which the server tells once. */
  readonly create: (key: NewKey) => Promise<string>;
  readonly rename: (id: number, name: string) => Promise<unknown>;
  readonly revoke: (id: number) => Promise<unknown>;
}

export const keyCallsOf = (accountId: number): KeyCalls =>
  accountId === current.value.ownId ? OWN : botKeyCalls(accountId);

const OWN: KeyCalls = {
  list: () => call("GET /users/me/api_keys"),
  create: async (key) => (await confirmed(() => call("POST /users/me/api_keys", asParameters(key)))).api_key,
  rename: (id, name) => call("PATCH /users/me/api_keys/{key_id}", { key_id: id, name }),
  revoke: (id) => call("DELETE /users/me/api_keys/{key_id}", { key_id: id }),
};

const botKeyCalls = (botId: number): KeyCalls => ({
  list: () => call("GET /bots/{bot_id}/api_keys", { bot_id: botId }),
  create: async (key) =>
    (await confirmed(() => call("POST /bots/{bot_id}/api_keys", { bot_id: botId, ...asParameters(key) }))).api_key,
  rename: (id, name) => call("PATCH /bots/{bot_id}/api_keys/{key_id}", { bot_id: botId, key_id: id, name }),
  revoke: (id) => call("DELETE /bots/{bot_id}/api_keys/{key_id}", { bot_id: botId, key_id: id }),
});

const asParameters = ({ scopes, channel_ids: channelIds, ...key }: NewKey) => ({
  ...key,
  ...(scopes !== undefined && { scopes: [...scopes] }),
  ...(channelIds !== undefined && { channel_ids: [...channelIds] }),
});
