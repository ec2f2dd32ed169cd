import { type Static, Type } from "#platform/schema/type.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import { type EventKind, logs } from "#engine/log/event-kinds.ts";
import { placeholderEmail } from "#domains/records/users/present.ts";
import { ClientPresenceSchema, PresenceSchema, presentPresences } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { presenceOf } from "./store.ts";

export interface PresenceFields {
  readonly user_id: number;
  readonly email: string;
  readonly server_timestamp: number;
  readonly presence: Readonly<Record<string, Static<typeof ClientPresenceSchema>>>;
  /** The same as newer clients want it. */
  readonly presences: Readonly<Record<string, Static<typeof PresenceSchema>>>;
}

export const presenceChanged = logs<PresenceFields>()({
  type: "presence",
  scope: "users:read",
  summary:
    "Somebody came, or is no longer there. Told to clients that wait at that moment or poll within seconds, and not stored.",
  schema: Type.Object({
    type: Type.Literal("presence"),
    user_id: Type.Optional(Type.Integer()),
    email: Type.Optional(Type.String()),
    server_timestamp: Type.Optional(Type.Number()),
    presence: Type.Optional(Type.Record(Type.String(), ClientPresenceSchema)),
    presences: Type.Optional(Type.Record(Type.String(), PresenceSchema)),
  }),
  // Guests may see the presence of people of whom they may know nothing else.
  variant: (event, user, model) => {
    const seen = userRecord(model, event.user_id);
    return seen === undefined || mayKnowUser(model, user, seen) ? "known" : "stranger";
  },
  render: ({ type, presences, email, ...legacy }, { slimPresence, capabilities }, model, variant) => {
    if (capabilities.simplified_presence_events) return { type, presences };
    if (slimPresence) return { type, ...legacy };
    const user = variant === "known" ? undefined : userRecord(model, legacy.user_id);
    return { type, ...legacy, email: user === undefined ? email : placeholderEmail(model, user) };
  },
});

export const presenceEvents = [presenceChanged] as const satisfies readonly EventKind[];

export const presenceSections = [
  section({
    scope: "users:read",
    wants: ["presence"],
    fields: {
      presences: Type.Record(Type.String(), PresenceSchema),
      presence_last_update_id: Type.Integer(),
      server_timestamp: Type.Number(),
    },
    // It uses the snapshot's connection: if each register took a second one, all could wait for each other.
    read: (sql, { site, realm }) => presenceOf(site, realm).look(sql),
    present: (model, { site, realm, user, slimPresence, presenceHistoryDays }) =>
      presentPresences(model, user, presenceOf(site, realm), {
        isSlim: slimPresence,
        historyDays: presenceHistoryDays,
        isOfAll: site.config.presenceOfAll,
      }),
  }),
];
