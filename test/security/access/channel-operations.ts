import type { Arguments } from "#client/client.ts";
import type { CheckedClient } from "../../harness/checked-client.ts";
import type { Setting } from "./situation.ts";
import { PRIVACY, type Scene, type Target, topicOf, type World } from "./world.ts";

/** An operation on a channel or message, in the same way on existing and absent ones. */
export interface ChannelOperation {
  readonly name: string;
  readonly run: (who: CheckedClient, target: Target, scene: Scene, world: World) => Promise<unknown>;
  /** For responses that always come: whether the thing is in it. */
  readonly isSeen?: (answer: never, scene: Scene) => boolean;
  /** Undoes the operation, by the keeper. */
  readonly undo?: (scene: Scene, world: World) => Promise<unknown>;
}

type Update = Partial<Arguments<"PATCH /streams/{stream_id}">>;
type Edit = Partial<Arguments<"PATCH /messages/{message_id}">>;

const edit = (who: CheckedClient, message_id: number, change: Edit) =>
  who.call("PATCH /messages/{message_id}", { message_id, send_notification_to_new_thread: false, ...change });
const change = (who: CheckedClient, { id }: Target, update: Update) =>
  who.call("PATCH /streams/{stream_id}", { stream_id: id, ...update });
const subscribe = (who: CheckedClient, { name }: Target, ...principals: number[]) =>
  who.call("POST /users/me/subscriptions", {
    subscriptions: [{ name }],
    principals,
    send_new_subscription_messages: false,
  });
const unsubscribe = (who: CheckedClient, { name }: Target, ...principals: number[]) =>
  who.call("DELETE /users/me/subscriptions", { subscriptions: [name], principals });

/** A response with several things is fetched once: for all channels, or for each. */
function once(
  run: (who: CheckedClient, target: Target) => Promise<unknown>,
  ofEach: "all" | "each",
): ChannelOperation["run"] {
  const answers = new Map<string, Promise<unknown>>();
  return (who, target) => {
    const key = `${who.connection.email} ${ofEach === "all" ? "" : target.id}`;
    const answer = answers.get(key) ?? run(who, target);
    answers.set(key, answer);
    return answer;
  };
}

const narrowed = once(
  (who, { id }) =>
    who.call("GET /messages", {
      narrow: [{ operator: "channel", operand: id }],
      anchor: "newest",
      num_before: 100,
      num_after: 0,
    }),
  "each",
);
const topics = once((who, { id }) => who.call("GET /users/me/{stream_id}/topics", { stream_id: id }), "each");

const AWARE = { notification_settings_null: true, archived_channels: true };
const LISTS = ["streams", "subscriptions", "unsubscribed", "never_subscribed"];

const askFor = (who: CheckedClient, file: string) => {
  const [, , realm_id_str, ...rest] = file.split("/");
  const filename = rest.join("/");
  return who.call("GET /user_uploads/{realm_id_str}/{filename}", { realm_id_str: Number(realm_id_str), filename });
};

const readings: readonly ChannelOperation[] = [
  {
    name: "find it in the list",
    run: once((who) => who.call("GET /streams", { include_all: true, exclude_archived: false }), "all"),
    isSeen: ({ streams }: { streams: { stream_id: number }[] }, { id }) =>
      streams.some(({ stream_id }) => stream_id === id),
  },
  {
    name: "find it in the state",
    run: once(
      (who) =>
        who.call("POST /register", { fetch_event_types: ["stream", "subscription"], client_capabilities: AWARE }),
      "all",
    ),
    isSeen: (state: Record<string, { stream_id: number }[]>, { id }) =>
      LISTS.some((list) => state[list]?.some(({ stream_id }) => stream_id === id) === true),
  },
  { name: "look at it", run: (who, { id }) => who.call("GET /streams/{stream_id}", { stream_id: id }) },
  { name: "see its members", run: (who, { id }) => who.call("GET /streams/{stream_id}/members", { stream_id: id }) },
  { name: "see its topics", run: topics },
  {
    name: "see the topic of a message",
    run: topics,
    isSeen: ({ topics }: { topics: { name: string }[] }, { situation }) =>
      topics.some(({ name }) => name === topicOf(situation.moment)),
  },
  {
    name: "get its mail address",
    run: (who, { id }) => who.call("GET /streams/{stream_id}/email_address", { stream_id: id }),
  },
  ...(["before", "during", "after"] as const).flatMap((moment): ChannelOperation[] => [
    {
      name: `read a message of ${moment}`,
      run: (who, { messages }) => who.call("GET /messages/{message_id}", { message_id: messages[moment] }),
    },
    {
      name: `fetch a message of ${moment}`,
      run: narrowed,
      isSeen: ({ messages }: { messages: { id: number }[] }, scene) =>
        messages.some(({ id }) => id === scene.messages[moment]),
    },
    { name: `have a file of ${moment}`, run: (who, { files }) => askFor(who, files[moment]) },
  ]),
  {
    name: "read their own message",
    run: (who, { messages }) => who.call("GET /messages/{message_id}", { message_id: messages.own }),
  },
  {
    name: "see who has read a message",
    run: (who, { messages }, { situation }) =>
      who.call("GET /messages/{message_id}/read_receipts", { message_id: messages[situation.moment] }),
  },
  {
    name: "see a message's history",
    run: (who, { messages }, { situation }) =>
      who.call("GET /messages/{message_id}/history", { message_id: messages[situation.moment] }),
  },
];

const wordings: readonly ChannelOperation[] = [
  {
    name: "post",
    run: (who, { id }) => who.call("POST /messages", { type: "channel", to: id, topic: "news", content: "news" }),
  },
  {
    name: "type",
    run: (who, { id }) => who.call("POST /typing", { type: "channel", op: "start", stream_id: id, topic: "news" }),
  },
  {
    name: "mute a topic",
    run: (who, { id }) => who.call("POST /user_topics", { stream_id: id, topic: "news", visibility_policy: 1 }),
  },
  {
    name: "react",
    run: (who, { messages }, { situation }) =>
      who.call("POST /messages/{message_id}/reactions", {
        message_id: messages[situation.moment],
        emoji_name: "tada",
      }),
  },
  {
    name: "edit another's message",
    run: (who, { messages }, { situation }) => edit(who, messages[situation.moment], { content: "changed" }),
  },
  {
    name: "edit their own message",
    run: (who, { messages }) => edit(who, messages.own, { content: "changed" }),
  },
  {
    name: "resolve a topic",
    run: (who, { messages }, { situation: { moment } }) =>
      edit(who, messages[moment], { topic: `✔ ${topicOf(moment)}` }),
  },
  {
    name: "move a message within",
    run: (who, { messages }, { situation }) => edit(who, messages[situation.moment], { topic: "elsewhere" }),
  },
  {
    name: "move a message out",
    run: (who, { messages }, _, { square }) => edit(who, messages.away, { stream_id: square.id }),
  },
  {
    name: "delete another's message",
    run: (who, { messages }, { situation }) =>
      who.call("DELETE /messages/{message_id}", { message_id: messages[situation.moment] }),
  },
  {
    name: "delete their own message",
    run: (who, { messages }) => who.call("DELETE /messages/{message_id}", { message_id: messages.own }),
  },
];

/** A setting that is set for other users and then restored. */
const reassigned = (name: string, setting: Setting): ChannelOperation => ({
  name,
  run: (who, target, _, { outsider }) =>
    change(who, target, { [setting]: { new: { direct_members: [outsider.id], direct_subgroups: [] } } }),
  undo: (scene, { keeper }) => change(keeper, scene, { [setting]: { new: scene.settings[setting] } }),
});

const orders: readonly ChannelOperation[] = [
  {
    name: "rename",
    run: (who, target) => change(who, target, { new_name: `${target.name} anew` }),
    undo: (scene, { keeper }) => change(keeper, scene, { new_name: scene.name }),
  },
  {
    name: "change its privacy",
    run: (who, target, { situation: { kind } }) =>
      change(who, target, PRIVACY[kind === "shared" || kind === "protected" ? "public" : "shared"]),
    undo: (scene, { keeper }) => change(keeper, scene, PRIVACY[scene.situation.kind]),
  },
  reassigned("change who may subscribe", "can_subscribe_group"),
  reassigned("change who may remove subscribers", "can_remove_subscribers_group"),
  reassigned("change who may delete", "can_delete_any_message_group"),
  {
    name: "subscribe another",
    run: (who, target, _, { outsider }) => subscribe(who, target, outsider.id),
    undo: (scene, { keeper, outsider }) => unsubscribe(keeper, scene, outsider.id),
  },
  {
    name: "unsubscribe another",
    run: (who, target, _, { insider }) => unsubscribe(who, target, insider),
    undo: (scene, { keeper, insider }) => subscribe(keeper, scene, insider),
  },
  {
    name: "archive",
    run: (who, { id }) => who.call("DELETE /streams/{stream_id}", { stream_id: id }),
    undo: (scene, { keeper }) => change(keeper, scene, { is_archived: false }),
  },
  {
    name: "unarchive",
    run: (who, target) => change(who, target, { is_archived: false }),
    undo: ({ id }, { keeper }) => keeper.call("DELETE /streams/{stream_id}", { stream_id: id }),
  },
  { name: "subscribe themselves", run: (who, target) => subscribe(who, target) },
];

/** In an order in which none spoils those after it. */
export const operations: readonly ChannelOperation[] = [...readings, ...wordings, ...orders];
