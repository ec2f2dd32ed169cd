import { ABSENT, FOR_NO_WEBHOOKS, notFound, type RefusedCalls } from "./row.ts";

const draft = { type: "", to: [], topic: "", content: "x" };
const LATER = 4_000_000_000;

export const personalRefusals: RefusedCalls = {
  "PATCH /settings": ["BAD_REQUEST", { color_scheme: 9 }],
  "PATCH /settings/display": ["BAD_REQUEST", { color_scheme: 9 }],
  "PATCH /settings/notifications": ["BAD_REQUEST", { desktop_icon_count_display: 9 }],
  "POST /users/me/apns_device_token": ["REQUEST_VARIABLE_MISSING", { appid: "org.example.app" }],
  "DELETE /users/me/apns_device_token": ["BAD_REQUEST", { token: "0ff1ce" }],
  "POST /users/me/android_gcm_reg_id": ["REQUEST_VARIABLE_MISSING"],
  "DELETE /users/me/android_gcm_reg_id": ["BAD_REQUEST", { token: "nobody's" }],
  "POST /mobile_push/register": [
    "BAD_REQUEST",
    {
      ...{ token_kind: "fcm", push_account_id: 1, push_public_key: "short" },
      ...{ bouncer_public_key: "key", encrypted_push_registration: "sealed" },
    },
  ],
  "POST /mobile_push/test_notification": ["INVALID_PUSH_DEVICE_TOKEN", { token: "nobody's" }],
  "POST /mobile_push/e2ee/test_notification": ["NO_ACTIVE_PUSH_DEVICE", { push_account_id: ABSENT }],
  "GET /web_push/subscriptions": FOR_NO_WEBHOOKS,
  "POST /web_push/subscriptions": ["BAD_REQUEST", { endpoint: "https://push.example/1", p256dh: "no", auth: "key" }],
  "DELETE /web_push/subscriptions": ["BAD_REQUEST", { endpoint: "https://push.example/none" }],
  "GET /calls/bigbluebutton/create": ["BAD_REQUEST", { meeting_name: " " }],
  "POST /calls/zoom/create": ["INVALID_ZOOM_TOKEN"],
  "GET /users/me/alert_words": FOR_NO_WEBHOOKS,
  "POST /users/me/alert_words": ["BAD_REQUEST", { alert_words: "x" }],
  "DELETE /users/me/alert_words": ["BAD_REQUEST", { alert_words: [1] }],
  "GET /drafts": FOR_NO_WEBHOOKS,
  "POST /drafts": ["BAD_REQUEST", { drafts: [{ ...draft, type: "telegram" }] }],
  "PATCH /drafts/{draft_id}": notFound({ draft_id: ABSENT, draft }),
  "DELETE /drafts/{draft_id}": notFound({ draft_id: ABSENT }),
  "GET /saved_snippets": FOR_NO_WEBHOOKS,
  "POST /saved_snippets": ["BAD_REQUEST", { title: "", content: "x" }],
  "PATCH /saved_snippets/{saved_snippet_id}": notFound({ saved_snippet_id: ABSENT, title: "x" }),
  "DELETE /saved_snippets/{saved_snippet_id}": notFound({ saved_snippet_id: ABSENT }),
  "GET /navigation_views": FOR_NO_WEBHOOKS,
  "POST /navigation_views": ["BAD_REQUEST", { fragment: "", is_pinned: true }],
  "PATCH /navigation_views/{fragment}": notFound({ fragment: "narrow/is/nothing", is_pinned: true }),
  "DELETE /navigation_views/{fragment}": notFound({ fragment: "narrow/is/nothing" }),
  "GET /scheduled_messages": FOR_NO_WEBHOOKS,
  "POST /scheduled_messages": [
    "BAD_REQUEST",
    ({ channel: { id } }) => ({
      ...{ type: "channel", to: id, topic: "x", content: "x", scheduled_delivery_timestamp: 1 },
    }),
  ],
  "PATCH /scheduled_messages/{scheduled_message_id}": notFound({ scheduled_message_id: ABSENT, content: "x" }),
  "DELETE /scheduled_messages/{scheduled_message_id}": notFound({ scheduled_message_id: ABSENT }),
  "GET /reminders": FOR_NO_WEBHOOKS,
  "POST /reminders": ["BAD_REQUEST", { message_id: ABSENT, scheduled_delivery_timestamp: LATER }],
  "DELETE /reminders/{reminder_id}": notFound({ reminder_id: ABSENT }),
};
