import { Type } from "typebox";
import { type EventKind, logs, type SchemaFields } from "../../../engine/log/event-kinds.ts";
import type { User } from "../../../engine/model/records.ts";
import { mayKnowUser } from "../../../engine/model/access/permissions.ts";
import { type EmailHolder, maySeeEmail, presentUserFor, UserSchema } from "./present.ts";

const STRANGER = "stranger";

/** Logged as `{user}`: the fields depend on the receiver. */
export const personAdded = logs<{ readonly user: User }>()({
  type: "realm_user",
  op: "add",
  summary: "An account was created.",
  schema: Type.Object({ type: Type.Literal("realm_user"), op: Type.Literal("add"), person: UserSchema }),
  variant: (event, viewer, model) => (mayKnowUser(model, viewer, event.user) ? "" : STRANGER),
  // A client that does not want the whole list of users gets no stand-ins for those whom it may not know.
  render: (event, { capabilities }, _model, variant) =>
    variant === STRANGER && capabilities.user_list_incomplete ? undefined : { type: event.type, op: event.op },
  personal: (event, viewer, queue, model) => {
    const view = { viewer, clientGravatar: queue.form.clientGravatar, withProfile: true };
    return `"person":${JSON.stringify(presentUserFor(model, event.user, view))}`;
  },
});

const Optional = {
  string: Type.Optional(Type.String()),
  integer: Type.Optional(Type.Integer()),
};

/** One of nine forms, by the fields that have changed. */
const PersonUpdateSchema = Type.Object({
  user_id: Type.Integer(),
  full_name: Optional.string,
  avatar_url: Optional.string,
  avatar_url_medium: Optional.string,
  avatar_source: Optional.string,
  avatar_version: Optional.integer,
  email: Optional.string,
  timezone: Optional.string,
  bot_owner_id: Optional.integer,
  role: Optional.integer,
  delivery_email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  new_email: Optional.string,
  is_active: Type.Optional(Type.Boolean()),
  custom_profile_field: Type.Optional(
    Type.Object({
      id: Type.Integer(),
      value: Type.Union([Type.String(), Type.Null()]),
      rendered_value: Optional.string,
    }),
  ),
});

const WITHHELD = "withheld";
const LOST = "lost";

/**
 * An event about a real address is logged with the user as `whose_email`, and withheld from users who may not see it. If
 * the address is unchanged, `whose_email_before` decides who has it already, and who must drop it.
 */
export const personUpdated = logs<{
  readonly person: SchemaFields<typeof PersonUpdateSchema>;
  readonly whose_email?: EmailHolder;
  readonly whose_email_before?: EmailHolder;
  /** The avatar for clients that ask the provider themselves, so that it stays what they derive from a null URL. */
  readonly provider_avatar?: string | undefined;
}>()({
  type: "realm_user",
  op: "update",
  summary: "Something about a user changed.",
  schema: Type.Object({ type: Type.Literal("realm_user"), op: Type.Literal("update"), person: PersonUpdateSchema }),
  variant: (event, user) => {
    const { whose_email: owner, whose_email_before: before } = event;
    if (owner === undefined) return "";
    const [saw, sees] = [before !== undefined && maySeeEmail(user, before), maySeeEmail(user, owner)];
    if (saw === sees) return WITHHELD;
    return sees ? "" : LOST;
  },
  render: (event, form, _model, variant) => {
    const { provider_avatar: avatar } = event;
    if (avatar !== undefined && form.clientGravatar) {
      return { ...event, person: { ...event.person, avatar_url: avatar, avatar_url_medium: `${avatar}&s=500` } };
    }
    if (variant === LOST) return { ...event, person: { ...event.person, delivery_email: null } };
    return variant === WITHHELD ? undefined : event;
  },
});

export const personRemoved = {
  type: "realm_user",
  op: "remove",
  summary: "The user may no longer know somebody.",
  schema: Type.Object({
    type: Type.Literal("realm_user"),
    op: Type.Literal("remove"),
    person: Type.Object({ user_id: Type.Integer(), full_name: Type.String() }),
  }),
} as const satisfies EventKind;

export const userEvents = [personAdded, personUpdated, personRemoved] as const satisfies readonly EventKind[];
