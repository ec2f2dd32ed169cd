import { Type } from "#platform/schema/type.ts";
import { endpoint as declared } from "#api/endpoint.ts";
import { boolean, text, withDefault } from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import { ownBrowserSession } from "#domains/people/sessions/confirmation.ts";
import { listedSubscriptions, ownSubscription } from "./access.ts";
import { addPushSubscription, removeSubscription } from "./actions.ts";
import { parsedKeys } from "./encrypt.ts";
import { vapidOf } from "./vapid.ts";

const endpoint = text("Where the push service takes notifications for the browser.", { max: 2000, min: 1 });

const getSubscriptions = declared({
  id: "get-web-push-subscriptions",
  method: "GET",
  path: "/web_push/subscriptions",
  summary: "The browsers and apps that get the caller's notifications, and the key with which others subscribe.",
  auth: "human",
  scope: "full",
  params: {},
  result: {
    vapid_public_key: Type.String(),
    subscriptions: Type.Array(
      Type.Object({ endpoint: Type.String(), shows_content: Type.Boolean(), added_at: Type.Integer() }),
    ),
  },
  errors: [],
  async run({ site, realm, actor }) {
    const subscriptions = await listedSubscriptions(realm, actor);
    return {
      vapid_public_key: vapidOf(site.keys).publicKey,
      subscriptions: subscriptions.map((subscription) => ({
        endpoint: subscription.endpoint,
        shows_content: subscription.showsContent,
        added_at: subscription.addedAt,
      })),
    };
  },
});

const postSubscription = declared({
  id: "add-web-push-subscription",
  method: "POST",
  path: "/web_push/subscriptions",
  summary:
    "Sends notifications to a browser or an app by Web Push or UnifiedPush, encrypted to its key. A browser's end with its session.",
  auth: "human",
  scope: "full",
  audits: ["push_device.registered"],
  params: {
    endpoint,
    p256dh: text("The browser's public key, in base64url.", { max: 200 }),
    auth: text("The browser's authentication secret, in base64url.", { max: 100 }),
    shows_content: withDefault(boolean("Whether notifications hold the text of messages."), true),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params, browser }) {
    const address = URL.parse(params.endpoint);
    if (address === null || !/^https?:$/.test(address.protocol)) throw badRequest("Invalid endpoint");
    const keys = parsedKeys(params.p256dh, params.auth);
    if (keys === undefined) throw badRequest("Invalid keys");
    const sessionId = browser === undefined ? null : (await ownBrowserSession(browser)).id;
    const wanted = { endpoint: params.endpoint, ...keys, showsContent: params.shows_content, sessionId };
    await realm.write(actor, (tx, present) => {
      tx.audit("push_device.registered", present.id, { kind: "browser" });
      return addPushSubscription(tx, present, wanted);
    });
    return {};
  },
});

const deleteOwnSubscription = declared({
  id: "remove-web-push-subscription",
  method: "DELETE",
  path: "/web_push/subscriptions",
  summary: "Sends no more notifications to a browser or an app.",
  auth: "human",
  scope: "full",
  audits: ["push_device.removed"],
  params: { endpoint },
  result: {},
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    await realm.write(actor, async (tx, present) => {
      const own = await ownSubscription(tx.sql, tx.realmId, present, params.endpoint);
      tx.audit("push_device.removed", present.id, { kind: "browser" });
      return removeSubscription(tx, own);
    });
    return {};
  },
});

export const webPushEndpoints = [getSubscriptions, postSubscription, deleteOwnSubscription] as const;
