import { Type } from "#platform/schema/type.ts";
import { deactivateUser } from "../lifecycle/actions/deactivate-user.ts";
import { BOT_TYPES } from "#engine/model/records.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, optional, text, withDefault } from "#api/parameters/params.ts";
import { checkedEmail } from "#domains/records/users/email/email.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { apiEmail, avatarUrl } from "#domains/records/users/present.ts";
import { isScoped } from "#engine/model/lookup/api-keys.ts";
import { isConfirmed, requireConfirmed } from "../sessions/confirmation.ts";
import { onePicture } from "../avatars/avatar-image.ts";
import { manageableBot, ownBots } from "./access.ts";
import { createBot, updateBot } from "./actions.ts";
import { getBotKey, regenerateBotKey } from "./key-endpoints.ts";
import { defaultFields, presentBot, presentDefaults } from "#domains/records/users/bots/present.ts";
import {
  changedDefaults,
  changedSecret,
  changedService,
  configData,
  defaultParams,
  webAddress,
  webhookSecret,
} from "./settings.ts";
import { deleteStorage, getStorage, putStorage } from "./storage-endpoints.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";

const PICTURE = "The bot's picture: PNG, JPEG, GIF or WebP, at most 5 MiB.";
const botId = integer("The bot's ID.", { min: 0 });

const getBots = endpoint({
  id: "get-bots",
  method: "GET",
  path: "/bots",
  summary: "The caller's own bots, with their keys; these are empty in a browser whose user has not confirmed.",
  auth: "human_member",
  scope: "bots:manage",
  params: {},
  result: {
    bots: Type.Array(
      Type.Object({
        username: Type.String(),
        full_name: Type.String(),
        api_key: Type.String(),
        avatar_url: Type.String(),
        ...defaultFields,
      }),
    ),
  },
  errors: ["BAD_REQUEST"],
  async run({ site, realm, actor, key, browser }) {
    const keys = (await isConfirmed({ realm, key, browser })) ? site.keys : undefined;
    const bots = ownBots(realm.model, actor).map((bot) => {
      const { email, ...presented } = presentBot(realm.model, keys, bot);
      return { username: email, ...presented };
    });
    return { bots };
  },
});

const postBot = endpoint({
  id: "create-bot",
  method: "POST",
  path: "/bots",
  summary: "Creates a bot.",
  auth: "human_member",
  scope: "bots:manage",
  audits: ["bot.created"],
  params: {
    full_name: text("The bot's name.", { max: 1000 }),
    short_name: text("Its email address begins with this.", { max: 100 }),
    bot_type: withDefault(integer("1 generic, 2 incoming webhook, 3 outgoing webhook."), BOT_TYPES.generic),
    payload_url: optional(webAddress("Where an outgoing webhook is called.")),
    interface_type: withDefault(integer("What it is sent: 1 our own form, 2 that of Slack."), 1),
    service_name: optional(text("A name of the service.", { max: 100 })),
    config_data: configData,
    webhook_secret: webhookSecret,
    ...defaultParams,
  },
  file: PICTURE,
  result: { user_id: Type.Integer(), api_key: Type.String(), avatar_url: Type.String(), ...defaultFields },
  errors: ["BAD_REQUEST", "BAD_IMAGE", "CONFIRMATION_REQUIRED"],
  emits: ["realm_bot/add", "realm_user/add", "user_group/add_members"],
  async run({ site, realm, actor, key, params, files, browser }) {
    // Its key would outlive the session. Keys with scopes are not shown it.
    if (!isScoped(key)) await requireConfirmed({ site, realm, actor, key, browser });
    const type = params.bot_type;
    if (type === BOT_TYPES.embedded) throw badRequest("Embedded bots are not enabled.");
    if (!Object.values<number>(BOT_TYPES).includes(type)) throw badRequest("Invalid bot type");
    const shortName = params.short_name.trim();
    if (shortName === "") throw badRequest("Bad name or username");
    const picture = await onePicture(files);
    const bot = await realm.write(actor, (tx, present) =>
      createBot(tx, present, {
        type,
        picture,
        email: checkedEmail(`${shortName}-bot@${tx.model.host}`),
        fullName: checkedFullName(params.full_name),
        configure: (model, maker, settings) => ({
          ...changedDefaults(model, maker, settings, params),
          service: changedService(type, null, {
            url: params.payload_url,
            interface: params.interface_type,
            name: params.service_name,
            config: params.config_data,
          }),
          webhookSecret: changedSecret(site.keys, realm.id, type, settings, params.webhook_secret),
        }),
      }),
    );
    return presentBot(realm.model, isScoped(key) ? undefined : site.keys, bot);
  },
});

/** Whether a change hands the bot's key, its token or what it reads to somebody, or lets others post by it. */
const givesAway = (params: {
  readonly bot_owner_id?: unknown;
  readonly service_payload_url?: unknown;
  readonly webhook_secret?: unknown;
}): boolean =>
  [params.bot_owner_id, params.service_payload_url, params.webhook_secret].some((value) => value !== undefined);

const patchBot = endpoint({
  id: "update-bot",
  method: "PATCH",
  path: "/bots/{bot_id}",
  summary: "Changes a bot.",
  auth: "human_member",
  scope: "bots:manage",
  audits: ["bot.changed", "bot.owner_changed"],
  params: {
    bot_id: botId,
    full_name: optional(text("The new name.", { max: 1000 })),
    role: optional(integer("The new role: 100, 200, 300, 400 or 600.")),
    bot_owner_id: optional(integer("The ID of the new owner.", { min: 0 })),
    service_payload_url: optional(webAddress("Where an outgoing webhook is called.")),
    service_interface: optional(integer("What it is sent: 1 our own form, 2 that of Slack.")),
    config_data: configData,
    webhook_secret: webhookSecret,
    ...defaultParams,
  },
  file: PICTURE,
  result: {
    full_name: Type.String(),
    avatar_url: Type.String(),
    service_interface: Type.Union([Type.Integer(), Type.Null()]),
    service_payload_url: Type.Union([Type.String(), Type.Null()]),
    config_data: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
    bot_owner: Type.Optional(Type.String()),
    ...defaultFields,
  },
  errors: ["BAD_REQUEST", "BAD_IMAGE", "UNAUTHORIZED_PRINCIPAL", "CONFIRMATION_REQUIRED"],
  emits: [
    "realm_bot/add",
    "realm_bot/update",
    "realm_bot/delete",
    "realm_user/update",
    "user_group/add_members",
    "user_group/remove_members",
    "stream/delete",
    "default_streams",
    "default_stream_groups",
  ],
  async run({ site, realm, actor, key, params, files, browser }) {
    if (givesAway(params)) await requireConfirmed({ site, realm, actor, key, browser });
    manageableBot(realm.model, actor, params.bot_id);
    const picture = await onePicture(files);
    const bot = await realm.write(actor, (tx, present) =>
      updateBot(tx, present, manageableBot(tx.model, present, params.bot_id), {
        picture,
        fullName: params.full_name,
        role: params.role,
        ownerId: params.bot_owner_id,
        configure(model, editor, settings) {
          const type = userRecord(model, settings.id)?.botType ?? null;
          return {
            ...changedDefaults(model, editor, settings, params),
            service: changedService(type, settings.service, {
              url: params.service_payload_url,
              interface: params.service_interface,
              config: params.config_data,
            }),
            webhookSecret: changedSecret(site.keys, realm.id, type, settings, params.webhook_secret),
          };
        },
      }),
    );
    const { user, settings } = bot;
    const owner = user.botOwnerId === null ? undefined : userRecord(realm.model, user.botOwnerId);
    return {
      full_name: user.fullName,
      avatar_url: avatarUrl(realm.model, user, false),
      service_interface: settings.service?.interface ?? null,
      service_payload_url: settings.service?.baseUrl ?? null,
      config_data: settings.service?.config ?? null,
      ...(owner !== undefined && { bot_owner: apiEmail(realm.model, owner) }),
      ...presentDefaults(realm.model, bot),
    };
  },
});

const deleteBot = endpoint({
  id: "deactivate-bot",
  method: "DELETE",
  path: "/bots/{bot_id}",
  summary: "Deactivates a bot.",
  auth: "human_member",
  scope: "bots:manage",
  audits: ["bot.deactivated", "session.ended"],
  params: { bot_id: botId },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["realm_bot/update", "realm_user/update", "subscription/peer_remove", "bot_commands/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, async (tx, present) => {
      const bot = manageableBot(tx.model, present, params.bot_id);
      if (!bot.isActive) return;
      tx.audit("bot.deactivated", bot.id, { name: bot.fullName });
      await deactivateUser(tx, bot);
    });
    return {};
  },
});

export const botEndpoints = [
  getBots,
  postBot,
  patchBot,
  deleteBot,
  getBotKey,
  regenerateBotKey,
  putStorage,
  getStorage,
  deleteStorage,
] as const;
