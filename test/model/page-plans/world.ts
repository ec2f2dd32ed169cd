import assert from "node:assert/strict";
import { ParleyError } from "#client/client.ts";
import { type CastMember, startTestServer, type TestServer } from "../../harness/server.ts";
import { type Operation, type Reader, READERS } from "./operations.ts";

/** A server in which people did things at random, and with long stretches of IDs between some of them. */
export class World {
  private server: TestServer;
  readonly channelIds = new Map<string, number>();
  /** The IDs of messages, also of deleted ones. */
  readonly sent: number[] = [];
  private readonly outcomes = { done: 0, refused: 0 };

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async open(): Promise<World> {
    const world = new World(await startTestServer());
    await world.begin();
    return world;
  }

  get sql() {
    return this.server.database.sql;
  }

  person = (name: Reader): CastMember => this.server.cast[name];

  /** Everybody is somewhere, the newcomers only in one channel. */
  private async begin(): Promise<void> {
    const { iago, hamlet, othello, shiva, polonius } = this.server.cast;
    const create = (name: string, members: readonly CastMember[], rules: object = {}) =>
      this.subscribe([name], [iago, ...members], rules);
    await create("open", [hamlet, othello, polonius]);
    await create("closed", [hamlet, othello], { invite_only: true, history_public_to_subscribers: true });
    await create("vault", [hamlet, othello], { invite_only: true, history_public_to_subscribers: false });
    await create("late", [hamlet, shiva]);
    await shiva.call("POST /users/me/alert_words", { alert_words: ["larch"] });
    const { streams } = await iago.call("GET /streams");
    for (const { name, stream_id } of streams) this.channelIds.set(name, stream_id);
  }

  private async subscribe(names: readonly string[], members: readonly CastMember[], rules: object = {}): Promise<void> {
    await this.server.cast.iago.call("POST /users/me/subscriptions", {
      subscriptions: names.map((name) => ({ name })),
      principals: members.map(({ id }) => id),
      send_new_subscription_messages: false,
      ...rules,
    });
  }

  channelId = (name: string): number => this.channelIds.get(name) as number;
  message = (pick: number): number => this.sent[pick % Math.max(1, this.sent.length)] ?? 1;

  /** The next message gets an ID that is far from all others. */
  async skip(distance: number): Promise<void> {
    const { database } = this.server;
    await this.server.stop();
    await database.sql`update realm_head set last_message_id = last_message_id + ${distance}`;
    this.server = await startTestServer({ database });
  }

  /** Some operations are refused, because the message is gone or the person is not in the channel. */
  async step(operation: Operation): Promise<void> {
    const isDone = await unlessRefused(() => this.perform(operation));
    this.outcomes[isDone ? "done" : "refused"] += 1;
  }

  checkOutcomes(): void {
    const { done, refused } = this.outcomes;
    assert.ok(done > refused, `${refused} operations were refused, and ${done} were not`);
  }

  private async perform(operation: Operation): Promise<unknown> {
    const { iago } = this.server.cast;
    const who = "by" in operation ? this.person(operation.by) : iago;
    switch (operation.kind) {
      case "send": {
        const { channel: to, topic, content, read: read_by_sender } = operation;
        const sent = { type: "channel", to, topic, content, read_by_sender } as const;
        return this.sent.push((await who.call("POST /messages", sent)).id);
      }
      case "direct": {
        const to = [...new Set([operation.by, ...operation.to])].map((name) => this.person(name).id);
        const { content } = operation;
        return this.sent.push((await who.call("POST /messages", { type: "direct", to, content })).id);
      }
      case "move":
        return iago.call("PATCH /messages/{message_id}", {
          ...{ message_id: this.message(operation.pick), stream_id: this.channelId(operation.channel) },
          ...{ topic: operation.topic, propagate_mode: operation.mode },
          ...{ send_notification_to_old_thread: false, send_notification_to_new_thread: false },
        });
      case "edit":
        return this.edit(operation);
      case "delete":
        return iago.call("DELETE /messages/{message_id}", { message_id: this.message(operation.pick) });
      case "react": {
        const message_id = this.message(operation.pick);
        return who.call("POST /messages/{message_id}/reactions", { message_id, emoji_name: "heart" });
      }
      case "mark all":
        return who.call("POST /mark_all_as_read");
      case "flag":
        return this.flag(operation, who);
      default:
        return this.change(operation, who);
    }
  }

  /** What concerns a channel or a topic. */
  private change(
    operation: Extract<Operation, { kind: "mark" | "join" | "leave" | "policy" | "mute" }>,
    who: CastMember,
  ): Promise<unknown> {
    const { channel } = operation;
    const stream_id = this.channelId(channel);
    switch (operation.kind) {
      case "mark":
        return who.call("POST /mark_stream_as_read", { stream_id });
      case "join":
        return this.subscribe([channel], [who]);
      case "leave":
        return who.call("DELETE /users/me/subscriptions", { subscriptions: [channel] });
      case "policy": {
        const { topic, policy: visibility_policy } = operation;
        return who.call("POST /user_topics", { stream_id, topic, visibility_policy });
      }
      case "mute": {
        const change = { stream_id, property: "is_muted", value: operation.isMuted } as const;
        return who.call("POST /users/me/subscriptions/properties", { subscription_data: [change] });
      }
    }
  }

  /** One by one, because a message that the person may not see would refuse them all. */
  private async flag({ picks, op, flag }: Extract<Operation, { kind: "flag" }>, who: CastMember): Promise<void> {
    for (const id of new Set(picks.map((pick) => this.message(pick)))) {
      await unlessRefused(() => who.call("POST /messages/flags", { messages: [id], op, flag }));
    }
  }

  private async edit({ pick, content }: Extract<Operation, { kind: "edit" }>): Promise<void> {
    const message_id = this.message(pick);
    const [row] = await this.sql<{ senderId: number }[]>`select sender_id from message where id = ${message_id}`;
    const sender = READERS.find((name) => this.person(name).id === row?.senderId);
    if (sender !== undefined) await this.person(sender).call("PATCH /messages/{message_id}", { message_id, content });
  }
}

/** Whether the server has accepted a request. */
async function unlessRefused(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return false;
  }
}
