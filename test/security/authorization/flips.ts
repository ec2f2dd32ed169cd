import type { Arguments, OperationName } from "#client/client.ts";
import type { RealmSetting } from "#engine/model/access/permission-settings.ts";
import { bad, INSUFFICIENT, type Refusal } from "./gates.ts";
import type { Actor, World } from "./world.ts";

/** What a setting of the organization guards: a call by a user who needs that setting for it. */
export interface Flip<Name extends OperationName = OperationName> {
  readonly name: Name;
  readonly args: (world: World, actor: Actor) => Arguments<Name> | Promise<Arguments<Name>>;
  readonly refusal: Refusal;
  /** The refusal where the setting names nobody at all, if it differs. */
  readonly whenNobody?: Refusal;
  /** The refusal that allowed users get where success would need more than the table has. */
  readonly meets?: Refusal;
  /** Settings that would allow it, too, and are set to nobody for the test. */
  readonly closed?: readonly RealmSetting[];
}

const flip = <Name extends OperationName>(name: Name, refusal: Refusal, args: Flip<Name>["args"]): Flip => ({
  name,
  refusal,
  args,
});

const createChannel = (more: (world: World) => Partial<Arguments<"POST /channels/create">>) =>
  flip("POST /channels/create", INSUFFICIENT, (world) => ({ name: world.fresh(), subscribers: [], ...more(world) }));

const createBot = (type: number) =>
  flip("POST /bots", INSUFFICIENT, ({ fresh }) => {
    const name = fresh();
    return { full_name: name, short_name: name.replaceAll(" ", ""), bot_type: type };
  });

const edit = (
  refusal: string,
  args: (world: World, id: number) => Partial<Arguments<"PATCH /messages/{message_id}">>,
) =>
  flip("PATCH /messages/{message_id}", bad(refusal), async (world) => {
    const message_id = await world.post(world.owner);
    return { message_id, send_notification_to_new_thread: false, ...args(world, message_id) };
  });

/** Deletion is requested by the user on whom the setting is tried. */
const deletion = (own: boolean) =>
  flip(
    "DELETE /messages/{message_id}",
    bad("You don't have permission to delete this message"),
    async (world, actor) => ({
      message_id: await world.post(own ? actor.client : world.owner),
    }),
  );

/** The bot makes the conversation a new one. */
const direct = (refusal: string) =>
  flip("POST /messages", bad(refusal), async ({ user, addBot }) => ({
    type: "direct" as const,
    to: [user, await addBot()],
    content: "x",
  }));

/** A channel in which not everybody may mention everybody. */
export const CROWD = "crowd";

/** Settings that clients get, but that guard nothing which the server has. */
const NOTHING_YET = "guards nothing yet";

export const flips: Readonly<Record<RealmSetting, Flip | typeof NOTHING_YET>> = {
  can_access_all_users_group: flip("GET /users/{user_id}", bad("No such user"), ({ user }) => ({ user_id: user })),
  can_add_custom_emoji_group: {
    ...flip("POST /realm/emoji/{emoji_name}", INSUFFICIENT, () => ({ emoji_name: "dagger_of_the_mind" })),
    meets: bad("You must upload exactly one file."),
  },
  can_add_subscribers_group: flip("POST /users/me/subscriptions", INSUFFICIENT, (world) => ({
    subscriptions: [{ name: world.channel.name }],
    principals: [world.user],
  })),
  can_create_bots_group: createBot(1),
  can_create_groups: flip("POST /user_groups/create", INSUFFICIENT, ({ fresh }) => ({
    name: fresh(),
    description: "",
    members: [],
  })),
  can_create_private_channel_group: createChannel(() => ({ invite_only: true })),
  can_create_public_channel_group: createChannel(() => ({})),
  can_create_web_public_channel_group: createChannel(() => ({ is_web_public: true })),
  can_create_write_only_bots_group: { ...createBot(2), closed: ["can_create_bots_group"] },
  can_delete_any_message_group: deletion(false),
  can_delete_own_message_group: deletion(true),
  can_invite_users_group: {
    ...flip("POST /invites", INSUFFICIENT, () => ({ invitee_emails: "ghost@elsinore.example", stream_ids: [] })),
    meets: bad("This server sends no mail, so that nobody can be invited by mail. Create an invitation link instead."),
  },
  can_manage_all_groups: flip("PATCH /user_groups/{user_group_id}", INSUFFICIENT, ({ group, fresh }) => ({
    user_group_id: group,
    description: fresh(),
  })),
  can_manage_billing_group: NOTHING_YET,
  can_mention_many_users_group: flip(
    "POST /messages",
    {
      status: 400,
      code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
      msg: "You do not have permission to use channel wildcard mentions in this channel.",
    },
    () => ({ type: "channel" as const, to: CROWD, topic: "x", content: "@**all**" }),
  ),
  can_move_messages_between_channels_group: edit("You don't have permission to move this message", ({ second }) => ({
    stream_id: second.id,
  })),
  can_move_messages_between_topics_group: edit("You don't have permission to edit this message", ({ fresh }) => ({
    topic: fresh(),
  })),
  can_resolve_topics_group: edit("You don't have permission to resolve topics.", () => ({ topic: "✔ deeds" })),
  can_set_delete_message_policy_group: createChannel(({ roleGroups }) => ({
    can_delete_own_message_group: roleGroups["role:everyone"],
  })),
  can_set_topics_policy_group: createChannel(() => ({ topics_policy: "allow_empty_topic" })),
  can_summarize_topics_group: NOTHING_YET,
  create_multiuse_invite_group: flip("POST /invites/multiuse", INSUFFICIENT, () => ({})),
  direct_message_initiator_group: direct("You do not have permission to initiate direct message conversations."),
  direct_message_permission_group: {
    ...direct("This conversation does not include any users who can authorize it."),
    whenNobody: bad("Direct messages are disabled in this organization."),
  },
};
