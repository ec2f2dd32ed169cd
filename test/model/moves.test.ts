import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../harness/chance.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

/** What a row per user and message would say. */
interface Row {
  isRead: boolean;
  isStarred: boolean;
  isHistorical: boolean;
}

interface Sent {
  readonly id: number;
  channel: Place;
  topic: string;
}

const READERS = ["hamlet", "othello", "cordelia"] as const;
type Reader = (typeof READERS)[number];
const PLACES = ["here", "there"] as const;
type Place = (typeof PLACES)[number];

const by = fc.constantFrom(...READERS);
const place = fc.constantFrom(...PLACES);
const pick = fc.nat({ max: 1000 });
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("send" as const), by, place, read: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      pick,
      place,
      topic: fc.constantFrom("a", "b"),
      mode: fc.constantFrom("change_one" as const, "change_later" as const, "change_all" as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("flag" as const),
      by,
      pick,
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read", "read", "starred"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("join" as const), by, place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), by, place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("read channel" as const), by, place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), pick }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let server: TestServer;
let runs = 0;
before(async () => {
  server = await startTestServer();
});

class World {
  readonly number = (runs += 1);
  readonly ids = new Map<Place, number>();
  readonly members: Record<Place, Set<Reader>> = { here: new Set(["hamlet"]), there: new Set(["hamlet"]) };
  readonly rows: Record<Reader, Map<number, Row>> = { hamlet: new Map(), othello: new Map(), cordelia: new Map() };
  sent: Sent[] = [];

  person = (name: Reader): CastMember => server.cast[name];
  name = (one: Place): string => `${one} ${this.number}`;

  async begin(): Promise<void> {
    for (const one of PLACES) {
      const subscriptions = [{ name: this.name(one) }];
      await this.person("hamlet").call("POST /users/me/subscriptions", { subscriptions });
      const { stream_id } = await this.person("hamlet").call("GET /get_stream_id", { stream: this.name(one) });
      this.ids.set(one, stream_id);
      // The notice of the channel's creation is not part of this world.
      const narrow = [{ operator: "channel", operand: stream_id }];
      const { messages } = await server.cast.iago.call("GET /messages", { anchor: "newest", num_before: 9, narrow });
      for (const { id } of messages) await server.cast.iago.call("DELETE /messages/{message_id}", { message_id: id });
    }
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "send":
        return this.send(operation);
      case "move":
        return this.move(operation);
      case "flag":
        return this.flag(operation);
      case "join": {
        const subscriptions = [{ name: this.name(operation.place) }];
        await this.person(operation.by).call("POST /users/me/subscriptions", { subscriptions });
        this.members[operation.place].add(operation.by);
        return;
      }
      case "leave":
        await this.person(operation.by).call("DELETE /users/me/subscriptions", {
          subscriptions: [this.name(operation.place)],
        });
        this.readAll(operation.by, operation.place);
        this.members[operation.place].delete(operation.by);
        return;
      case "delete": {
        const message = this.chosen(operation.pick);
        if (message === undefined) return;
        await server.cast.iago.call("DELETE /messages/{message_id}", { message_id: message.id });
        this.sent = this.sent.filter((one) => one !== message);
        for (const rows of Object.values(this.rows)) rows.delete(message.id);
        return;
      }
      case "read channel":
        await this.person(operation.by).call("POST /mark_stream_as_read", {
          stream_id: this.ids.get(operation.place) as number,
        });
        this.readAll(operation.by, operation.place);
        return;
      case "edit": {
        const message = this.chosen(operation.pick);
        if (message === undefined) return;
        const { sender_id: id } = (
          await server.cast.iago.call("GET /messages/{message_id}", { message_id: message.id })
        ).message;
        const author = READERS.find((name) => this.person(name).id === id) as Reader;
        await this.person(author).call("PATCH /messages/{message_id}", { message_id: message.id, content: "edited" });
      }
    }
  }

  chosen = (number: number): Sent | undefined => this.sent[number % Math.max(1, this.sent.length)];

  async send({ by: sender, place: one, read }: Extract<Operation, { kind: "send" }>): Promise<void> {
    const topic = "a";
    const { id } = await this.person(sender).call("POST /messages", {
      ...{ type: "channel", to: this.name(one), topic, content: "x" },
      read_by_sender: read,
    } as never);
    this.sent.push({ id, channel: one, topic });
    for (const name of this.members[one]) {
      this.rows[name].set(id, { isRead: name === sender && read, isStarred: false, isHistorical: false });
    }
  }

  async move({ pick: number, place: target, topic, mode }: Extract<Operation, { kind: "move" }>): Promise<void> {
    const message = this.chosen(number);
    if (message === undefined || (message.channel === target && message.topic === topic)) return;
    await server.cast.iago.call("PATCH /messages/{message_id}", {
      ...(message.channel !== target && { stream_id: this.ids.get(target) as number }),
      message_id: message.id,
      topic,
      propagate_mode: mode,
      send_notification_to_new_thread: false,
    });
    const { channel, topic: before } = message;
    const together = this.sent.filter((one) => one.channel === channel && one.topic === before);
    const isTaken = (one: Sent) =>
      mode === "change_all" || one === message || (mode === "change_later" && one.id > message.id);
    for (const one of together.filter(isTaken)) {
      one.topic = topic;
      if (channel !== target) this.goes(one, target);
    }
  }

  /** Who is not in the other channel loses what they had, but for what they had marked. */
  goes(message: Sent, target: Place): void {
    message.channel = target;
    for (const name of READERS) {
      const row = this.rows[name].get(message.id);
      if (row === undefined || this.members[target].has(name)) continue;
      if (row.isStarred || row.isHistorical) Object.assign(row, { isRead: true, isHistorical: true });
      else this.rows[name].delete(message.id);
    }
  }

  async flag({ by: name, pick: number, op, flag }: Extract<Operation, { kind: "flag" }>): Promise<void> {
    const message = this.chosen(number);
    if (message === undefined) return;
    await this.person(name).call("POST /messages/flags", { messages: [message.id], op, flag });
    const rows = this.rows[name];
    const row = rows.get(message.id);
    const isMember = this.members[message.channel].has(name);
    if (flag === "read" && op === "remove" && !isMember) return;
    if (row !== undefined) {
      if (flag === "read") row.isRead = op === "add";
      else row.isStarred = op === "add";
    } else if (flag === "starred" && op === "add") {
      rows.set(message.id, { isRead: true, isStarred: true, isHistorical: true });
    } else if (flag === "read" && op === "remove") {
      rows.set(message.id, { isRead: false, isStarred: false, isHistorical: true });
    }
  }

  readAll(name: Reader, one: Place): void {
    if (!this.members[one].has(name)) return;
    for (const { id, channel } of this.sent) {
      const row = this.rows[name].get(id);
      if (channel === one && row !== undefined) row.isRead = true;
    }
  }

  async check(): Promise<void> {
    const ids = this.sent.map(({ id }) => id);
    for (const name of READERS) {
      const rows = this.rows[name];
      const who = this.person(name);
      const { messages } = await who.call("GET /messages", { message_ids: ids });
      const flags = new Map(
        messages.map((message) => [message.id, message.flags.filter((flag) => flag !== "mentioned")]),
      );
      const expected = new Map(ids.map((id) => [id, flagsOf(rows.get(id))]));
      assert.deepEqual(flags, expected, `${name}'s flags`);
      const found = async (operand: string) => {
        const narrow = [{ operator: "is", operand }];
        const page = await who.call("GET /messages", { anchor: "newest", num_before: 1000, narrow });
        return page.messages.map(({ id }) => id).filter((id) => ids.includes(id));
      };
      const inOrder = ids.toSorted((a, b) => a - b);
      assert.deepEqual(
        await found("unread"),
        inOrder.filter((id) => rows.get(id)?.isRead === false),
        `${name}'s unread messages`,
      );
      assert.deepEqual(
        await found("starred"),
        inOrder.filter((id) => rows.get(id)?.isStarred === true),
        `${name}'s stars`,
      );
    }
  }
}

function flagsOf(row: Row | undefined): string[] {
  if (row === undefined) return ["read", "historical"];
  return [
    ...(row.isRead ? ["read"] : []),
    ...(row.isStarred ? ["starred"] : []),
    ...(row.isHistorical ? ["historical"] : []),
  ];
}

test("after any moves, edits, deletions, comings and goings, ranges say what a row per user would say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 30 }), async (operations) => {
      const world = new World();
      await world.begin();
      for (const one of operations) {
        await world.step(one);
        await world.check();
      }
    }),
    { ...tries(4), endOnFailure: true },
  );
});
