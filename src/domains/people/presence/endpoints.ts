import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, integer, optional, text, withDefault, word } from "#api/parameters/params.ts";
import { visiblePerson } from "./access.ts";
import { PresenceSchema, presentSighting, presentPresences } from "./present.ts";
import { presenceOf } from "./store.ts";
import { reportPresence } from "./emit.ts";

const Presences = Type.Record(Type.String(), PresenceSchema);

export const postPresence = endpoint({
  id: "update-presence",
  method: "POST",
  path: "/users/me/presence",
  summary: "Says that the caller is there, and returns who else is.",
  auth: "human",
  scope: ["personal:write", "users:read"],
  audits: "personal",
  params: {
    status: word("Whether the caller uses the device at the moment.", ["active", "idle"]),
    ping_only: withDefault(boolean("Return nothing about others."), false),
    last_update_id: optional(
      integer("The newest update that the client has, or -1.", { min: -1, max: Number.MAX_SAFE_INTEGER }),
    ),
    history_limit_days: optional(integer("How far back to go, in days.", { min: 0 })),
    slim_presence: withDefault(boolean("Return the form by user ID. Implied by `last_update_id`."), false),
    new_user_input: withDefault(boolean("Whether the caller did something since the last report."), false),
  },
  result: {
    presence_last_update_id: Type.Integer(),
    server_timestamp: Type.Optional(Type.Number()),
    presences: Type.Optional(Presences),
    zephyr_mirror_active: Type.Optional(Type.Boolean()),
  },
  errors: ["BAD_REQUEST"],
  emits: ["presence"],
  async run({ site, realm, actor, params }) {
    await reportPresence(site, realm, actor, params.status);
    const { last_update_id: lastUpdateId } = params;
    if (params.ping_only) return { presence_last_update_id: lastUpdateId ?? -1 };
    const presented = presentPresences(realm.model, actor, presenceOf(site, realm), {
      isSlim: params.slim_presence || lastUpdateId !== undefined,
      lastUpdateId,
      historyDays: params.history_limit_days,
      isOfAll: site.config.presenceOfAll,
    });
    return { ...presented, zephyr_mirror_active: false };
  },
});

export const getUserPresence = endpoint({
  id: "get-user-presence",
  method: "GET",
  path: "/users/{user_id_or_email}/presence",
  summary: "When somebody was last there.",
  auth: "user",
  scope: "users:read",
  params: { user_id_or_email: text("The user's ID or API email.", { max: 254 }) },
  result: { presence: PresenceSchema },
  errors: ["BAD_REQUEST"],
  async run({ site, realm, actor, params }) {
    const user = visiblePerson(realm.model, actor, params.user_id_or_email, site.config.presenceOfAll);
    const store = presenceOf(site, realm);
    await store.look();
    const presence = store.memory.of(user.id);
    if (presence === undefined) throw badRequest(`No presence data for ${params.user_id_or_email}`);
    return { presence: presentSighting(presence, store.now()) };
  },
});

export const getRealmPresence = endpoint({
  id: "get-realm-presence",
  method: "GET",
  path: "/realm/presence",
  summary: "When everybody was last there.",
  auth: "user",
  scope: "users:read",
  params: {},
  result: { server_timestamp: Type.Number(), presences: Presences },
  errors: [],
  async run({ site, realm, actor }) {
    const store = presenceOf(site, realm);
    await store.look();
    const { server_timestamp, presences } = presentPresences(realm.model, actor, store, {
      isSlim: false,
      isOfAll: site.config.presenceOfAll,
    });
    return { server_timestamp, presences };
  },
});

export const presenceEndpoints = [postPresence, getUserPresence, getRealmPresence] as const;
