import assert from "node:assert/strict";
import type { CastMember, TestServer } from "../harness/server.ts";
import {
  type Flag,
  type Op,
  type Operation,
  type Place,
  PLACES,
  type Reader,
  READERS,
} from "./read-state-operations.ts";

/** What a row per user and message would hold. */
export interface Row {
  isRead: boolean;
  isStarred: boolean;
  isHistorical: boolean;
}

export interface Sent {
  readonly id: number;
  readonly by: Reader;
  /** A channel, or people. */
  to: Place | ReadonlySet<Reader>;
  topic: string;
}

let worlds = 0;

/** Two channels and some people, as the server has them and as rows. */
export class World {
  readonly server: TestServer;
  readonly number = (worlds += 1);
  readonly ids = new Map<Place, number>();
  readonly members: Record<Place, Set<Reader>> = { here: new Set(["hamlet"]), there: new Set(["hamlet"]) };
  readonly rows: Record<Reader, Map<number, Row>> = { hamlet: new Map(), othello: new Map(), cordelia: new Map() };
  /** By ID, ascending. */
  sent: Sent[] = [];

  constructor(server: TestServer) {
    this.server = server;
  }

  person = (name: Reader): CastMember => this.server.cast[name];
  name = (place: Place): string => `${place} ${this.number}`;
  channelId = (place: Place): number => this.ids.get(place) as number;
  chosen = (number: number): Sent | undefined => this.sent[number % Math.max(1, this.sent.length)];
  unreadBy = (name: Reader): Sent[] => this.sent.filter(({ id }) => this.rows[name].get(id)?.isRead === false);
  isVisible = (name: Reader, { to }: Sent): boolean => typeof to === "string" || to.has(name);

  async begin(): Promise<void> {
    const { iago } = this.server.cast;
    for (const place of PLACES) {
      const subscriptions = [{ name: this.name(place) }];
      await this.person("hamlet").call("POST /users/me/subscriptions", { subscriptions });
      const { stream_id } = await this.person("hamlet").call("GET /get_stream_id", { stream: this.name(place) });
      this.ids.set(place, stream_id);
      // The notice about the channel's creation is not part of this world.
      const narrow = [{ operator: "channel", operand: stream_id }];
      const { messages } = await iago.call("GET /messages", { anchor: "newest", num_before: 9, narrow });
      for (const { id } of messages) await iago.call("DELETE /messages/{message_id}", { message_id: id });
    }
  }

  step(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "send":
        return this.send(operation);
      case "direct":
        return this.sendDirect(operation);
      case "move":
        return this.move(operation);
      case "edit":
        return this.edit(operation);
      case "delete":
        return this.remove(operation);
      case "flag":
        return this.flag(operation);
      case "narrow":
        return this.flagNarrow(operation);
      case "mark":
        return this.mark(operation);
      case "join":
        return this.join(operation);
      case "leave":
        return this.leave(operation);
    }
  }

  private async send({ by, place, topic, read }: Extract<Operation, { kind: "send" }>): Promise<void> {
    const { id } = await this.person(by).call("POST /messages", {
      ...{ type: "channel", to: this.name(place), topic, content: "x" },
      read_by_sender: read,
    } as never);
    this.arrives({ id, by, to: place, topic }, this.members[place], read);
  }

  private async sendDirect({ by, to }: Extract<Operation, { kind: "direct" }>): Promise<void> {
    const people = new Set<Reader>([by, ...to]);
    const { id } = await this.person(by).call("POST /messages", {
      ...{ type: "direct", to: [...people].map((name) => this.person(name).id), content: "x" },
    });
    this.arrives({ id, by, to: people, topic: "" }, people, false);
  }

  private arrives(message: Sent, receivers: Iterable<Reader>, isReadBySender: boolean): void {
    this.sent.push(message);
    for (const name of receivers) {
      const isRead = name === message.by && isReadBySender;
      this.rows[name].set(message.id, { isRead, isStarred: false, isHistorical: false });
    }
  }

  private async move({ pick, place, topic, mode }: Extract<Operation, { kind: "move" }>): Promise<void> {
    const message = this.chosen(pick);
    if (message === undefined || typeof message.to !== "string") return;
    if (message.to === place && message.topic === topic) return;
    await this.server.cast.iago.call("PATCH /messages/{message_id}", {
      ...(message.to !== place && { stream_id: this.channelId(place) }),
      ...{ message_id: message.id, topic, propagate_mode: mode, send_notification_to_new_thread: false },
    });
    const { to, topic: before, id } = message;
    const isTaken = (sent: Sent) =>
      mode === "change_all" || sent.id === id || (mode === "change_later" && sent.id > id);
    for (const moved of this.sent.filter((other) => other.to === to && other.topic === before && isTaken(other))) {
      moved.topic = topic;
      if (to !== place) this.goes(moved, place);
    }
  }

  /** A user who is not in the other channel loses the message, unless they had flagged it. */
  private goes(message: Sent, target: Place): void {
    message.to = target;
    for (const name of READERS) {
      const row = this.rows[name].get(message.id);
      if (row === undefined || this.members[target].has(name)) continue;
      if (row.isStarred || row.isHistorical) Object.assign(row, { isRead: true, isHistorical: true });
      else this.rows[name].delete(message.id);
    }
  }

  private async edit({ pick }: Extract<Operation, { kind: "edit" }>): Promise<void> {
    const message = this.chosen(pick);
    if (message === undefined) return;
    await this.person(message.by).call("PATCH /messages/{message_id}", { message_id: message.id, content: "edited" });
  }

  private async remove({ pick }: Extract<Operation, { kind: "delete" }>): Promise<void> {
    const message = this.chosen(pick);
    if (message === undefined || typeof message.to !== "string") return;
    await this.server.cast.iago.call("DELETE /messages/{message_id}", { message_id: message.id });
    this.sent = this.sent.filter((kept) => kept !== message);
    for (const rows of Object.values(this.rows)) rows.delete(message.id);
  }

  private async flag({ by, picks, op, flag }: Extract<Operation, { kind: "flag" }>): Promise<void> {
    const chosen = new Set(picks.map((pick) => this.chosen(pick)).filter((message) => message !== undefined));
    // Direct messages of others would be refused, which another test checks.
    const visible = [...chosen].filter((message) => this.isVisible(by, message)).sort((a, b) => a.id - b.id);
    const messages = visible.map(({ id }) => id);
    const answer = await this.person(by).call("POST /messages/flags", { messages, op, flag });
    assert.deepEqual(answer.messages, this.flagged(by, visible, op, flag), "changed messages");
  }

  private async flagNarrow(operation: Extract<Operation, { kind: "narrow" }>): Promise<void> {
    const { by, place, topic, op, flag, isUnread } = operation;
    const unread = new Set(this.unreadBy(by));
    const found = this.sent.filter(
      (message) =>
        message.to === place && (topic === null || message.topic === topic) && (!isUnread || unread.has(message)),
    );
    const answer = await this.person(by).call("POST /messages/flags/narrow", {
      ...{ anchor: "oldest", num_before: 0, num_after: 5000, op, flag },
      narrow: [
        { operator: "channel", operand: this.channelId(place) },
        ...(topic === null ? [] : [{ operator: "topic", operand: topic }]),
        ...(isUnread ? [{ operator: "is", operand: "unread" }] : []),
      ],
    });
    const changed = this.flagged(by, found, op, flag);
    assert.partialDeepStrictEqual(answer, {
      processed_count: found.length,
      updated_count: changed.length,
      first_processed_id: found.at(0)?.id ?? null,
      last_processed_id: found.at(-1)?.id ?? null,
    });
  }

  /** Changes the rows, and returns the messages that were changed. */
  private flagged(by: Reader, messages: readonly Sent[], op: Op, flag: Flag): number[] {
    return messages.filter((message) => this.flagOne(by, message, op, flag)).map(({ id }) => id);
  }

  private flagOne(by: Reader, { id, to }: Sent, op: Op, flag: Flag): boolean {
    const row = this.rows[by].get(id);
    const isOn = op === "add";
    const isMember = typeof to !== "string" || this.members[to].has(by);
    if (flag === "read" && !isOn && !isMember) return false;
    const before = row ?? { isRead: true, isStarred: false, isHistorical: true };
    const key = flag === "read" ? "isRead" : "isStarred";
    if (before[key] === isOn) return false;
    this.rows[by].set(id, { ...before, [key]: isOn });
    return true;
  }

  private async mark({ by, what }: Extract<Operation, { kind: "mark" }>): Promise<void> {
    const who = this.person(by);
    const isMeant = ({ to, topic }: Sent) =>
      what === "all" || (to === what.place && (what.topic === undefined || topic === what.topic));
    if (what === "all") await who.call("POST /mark_all_as_read");
    else if (what.topic === undefined) {
      await who.call("POST /mark_stream_as_read", { stream_id: this.channelId(what.place) });
    } else {
      // A topic without any message of the user's does not exist for them.
      if (!this.sent.some((message) => isMeant(message) && this.rows[by].has(message.id))) return;
      await who.call("POST /mark_topic_as_read", { stream_id: this.channelId(what.place), topic_name: what.topic });
    }
    for (const message of this.unreadBy(by).filter(isMeant))
      Object.assign(this.rows[by].get(message.id) as Row, { isRead: true });
  }

  private async join({ by, place }: Extract<Operation, { kind: "join" }>): Promise<void> {
    await this.person(by).call("POST /users/me/subscriptions", { subscriptions: [{ name: this.name(place) }] });
    this.members[place].add(by);
  }

  /** A user who leaves has nothing unread there any more. */
  private async leave({ by, place }: Extract<Operation, { kind: "leave" }>): Promise<void> {
    await this.person(by).call("DELETE /users/me/subscriptions", { subscriptions: [this.name(place)] });
    this.members[place].delete(by);
    for (const { id, to } of this.unreadBy(by)) {
      if (to === place) Object.assign(this.rows[by].get(id) as Row, { isRead: true });
    }
  }
}
