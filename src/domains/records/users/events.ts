import { Type } from "#platform/schema/type.ts";
import { type EventKind, logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { User } from "#engine/model/records.ts";
import { couldKnow, type EmailHolder, knownStill } from "./access.ts";
import { mediumProvided, placeholderOf, presentPast, UserSchema } from "./present.ts";
import { emailChange, isStillPublic, seesEmailStill } from "./record/event-reader.ts";

const STRANGER = "stranger";

/** Logged as `{user}`: the fields depend on the receiver. */
export const personAdded = logs<{ readonly user: User }>()({
  type: "realm_user",
  op: "add",
  scope: "users:read",
  summary: "An account was created.",
  schema: Type.Object({ type: Type.Literal("realm_user"), op: Type.Literal("add"), person: UserSchema }),
  variant: (event, user, model, then) => (couldKnow({ model, user, earlier: then }, event.user) ? "" : STRANGER),
  // A client whose list has no strangers gets none here either.
  render: (event, form, _model, variant) =>
    variant === STRANGER && form.capabilities.user_list_incomplete ? undefined : { type: event.type, op: event.op },
  personal: (event, viewer, _queue, model, then) => {
    const reader = { model, user: viewer, earlier: then };
    const view = {
      viewer,
      // Clients expect no null here, also those that ask the avatar provider themselves for users whom they fetch.
      clientGravatar: false,
      withProfile: true,
      known: knownStill(reader, event.user),
      seesEmail: seesEmailStill(reader, event.user),
      isPublic: isStillPublic(reader, event.user),
    };
    return `"person":${JSON.stringify(presentPast(model, event.user, view))}`;
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
const PLACEHOLDER = "placeholder";

const FORMS = { shown: "", lost: LOST, nothing: WITHHELD } as const;

/**
 * An event about a real address is logged with the user as `whose_email`, and withheld from users who may not see it. If
 * the address is unchanged, `whose_email_before` decides who has it already, and who must drop it. A real address that
 * everybody sees as the API email (`new_email`), or by which a provider has the avatar, is logged with the user as
 * `public_email_of`.
 */
export const personUpdated = logs<{
  readonly person: SchemaFields<typeof PersonUpdateSchema>;
  readonly whose_email?: EmailHolder;
  readonly whose_email_before?: EmailHolder;
  readonly public_email_of?: EmailHolder;
  /** The avatar by the email in `public_email_of`, instead of the one that this server has. */
  readonly provider_avatar?: string | undefined;
}>()({
  type: "realm_user",
  op: "update",
  scope: "users:read",
  summary: "Something about a user changed.",
  schema: Type.Object({ type: Type.Literal("realm_user"), op: Type.Literal("update"), person: PersonUpdateSchema }),
  variant: (event, user, model, then) => {
    const { whose_email: owner, whose_email_before: before, public_email_of: holder } = event;
    const reader = { model, user, earlier: then };
    if (holder !== undefined) return isStillPublic(reader, holder) ? "" : PLACEHOLDER;
    return owner === undefined ? "" : FORMS[emailChange(reader, before, owner)];
  },
  render: (event, _form, model, variant) => {
    const { person, provider_avatar: avatar } = event;
    if (avatar !== undefined) {
      if (variant === PLACEHOLDER) return event;
      return { ...event, person: { ...person, avatar_url: avatar, avatar_url_medium: mediumProvided(avatar) } };
    }
    if (variant === LOST) return { ...event, person: { ...person, delivery_email: null } };
    if (variant === PLACEHOLDER) {
      return { ...event, person: { ...person, new_email: placeholderOf(model, person.user_id) } };
    }
    return variant === WITHHELD ? undefined : event;
  },
});

export const personRemoved = {
  type: "realm_user",
  op: "remove",
  scope: "users:read",
  summary: "The user may no longer know somebody.",
  schema: Type.Object({
    type: Type.Literal("realm_user"),
    op: Type.Literal("remove"),
    person: Type.Object({ user_id: Type.Integer(), full_name: Type.String() }),
  }),
} as const satisfies EventKind;

export const userEvents = [personAdded, personUpdated, personRemoved] as const satisfies readonly EventKind[];
