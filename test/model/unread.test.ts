import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../harness/chance.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

/** What a set per user would say, beside what the server says with ranges. */
interface Naive {
  readonly received: Set<number>;
  readonly read: Set<number>;
  readonly starred: Set<number>;
}

const READERS = ["hamlet", "othello", "cordelia"] as const;
type Reader = (typeof READERS)[number];

const reader = fc.constantFrom(...READERS);
const message = fc.nat({ max: 1000 });
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      by: reader,
      topic: fc.constantFrom("a", "b"),
      read: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("direct" as const), by: reader, to: fc.subarray([...READERS]) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("flag" as const),
      by: reader,
      messages: fc.array(message, { minLength: 1, maxLength: 6 }),
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read" as const, "read" as const, "starred" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("narrow" as const),
      by: reader,
      topic: fc.constantFrom("a", "b"),
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read" as const, "starred" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("mark" as const),
      by: reader,
      what: fc.constantFrom("all" as const, "channel" as const, "a" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("join" as const), by: reader }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), by: reader }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), message }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let server: TestServer;
let runs = 0;
before(async () => {
  server = await startTestServer();
});

class World {
  readonly channel = `world ${(runs += 1)}`;
  sent: Sent[] = [];
  channelId = 0;
  readonly members = new Set<Reader>(["hamlet"]);
  readonly state = new Map<Reader, Naive>(
    READERS.map((name) => [name, { received: new Set(), read: new Set(), starred: new Set() }]),
  );

  person = (name: Reader): CastMember => server.cast[name];
  of = (name: Reader): Naive => this.state.get(name) as Naive;

  async begin(): Promise<void> {
    const hamlet = this.person("hamlet");
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: this.channel }] });
    const { streams } = await hamlet.call("GET /streams");
    this.channelId = streams.find(({ name }) => name === this.channel)?.stream_id as number;
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "join":
        await this.person(operation.by).call("POST /users/me/subscriptions", {
          subscriptions: [{ name: this.channel }],
        });
        this.members.add(operation.by);
        return;
      case "leave":
        await this.leave(operation.by);
        return;
      case "delete":
        await this.remove(operation.message);
        return;
      case "mark":
        await this.mark(operation);
        return;
      case "narrow":
        await this.flagNarrow(operation);
        return;
      case "send": {
        const args = { type: "channel", to: this.channel, topic: operation.topic, content: "x" } as const;
        const { id } = await this.person(operation.by).call("POST /messages", {
          ...args,
          read_by_sender: operation.read,
        });
        this.arrives({ id, to: "channel", by: operation.by, topic: operation.topic }, operation.read);
        return;
      }
      case "direct": {
        const to = new Set<Reader>([operation.by, ...operation.to]);
        const ids = [...to].map((name) => this.person(name).id);
        const { id } = await this.person(operation.by).call("POST /messages", {
          type: "direct",
          to: ids,
          content: "x",
        });
        this.arrives({ id, to, by: operation.by, topic: "" }, false);
        return;
      }
      case "flag":
        await this.flag(operation);
    }
  }

  arrives(message: Sent, isRead: boolean): void {
    const { id, to, by } = message;
    this.sent.push(message);
    for (const name of to === "channel" ? this.members : to) {
      this.of(name).received.add(id);
      if (name === by && isRead) this.of(name).read.add(id);
    }
  }

  async flag({ by, messages, op, flag }: Extract<Operation, { kind: "flag" }>): Promise<void> {
    if (this.sent.length === 0) return;
    const chosen = [...new Set(messages.map((n) => this.sent[n % this.sent.length] as (typeof this.sent)[number]))];
    // Others' direct messages would be refused, which another test looks at.
    const visible = chosen.filter(({ to }) => to === "channel" || to.has(by));
    const ids = visible.map(({ id }) => id);
    await this.person(by).call("POST /messages/flags", { messages: ids, op, flag });
    this.flagged(by, visible, op, flag);
  }

  flagged(by: Reader, visible: readonly Sent[], op: "add" | "remove", flag: string): void {
    const own = this.of(by);
    for (const { id, to } of visible) {
      const isMember = to !== "channel" || this.members.has(by);
      const isOwn = own.received.has(id);
      if (flag === "starred") {
        if (op === "add") own.starred.add(id);
        else own.starred.delete(id);
        if (isOwn || op === "remove") continue;
        own.received.add(id);
        own.read.add(id);
      } else if (op === "add" && isOwn) own.read.add(id);
      else if (op === "remove" && isMember) {
        own.received.add(id);
        own.read.delete(id);
      }
    }
  }

  async flagNarrow({ by, topic, op, flag }: Extract<Operation, { kind: "narrow" }>): Promise<void> {
    const visible = this.sent.filter((one) => one.to === "channel" && one.topic === topic);
    const answer = await this.person(by).call("POST /messages/flags/narrow", {
      ...{ anchor: "oldest", num_before: 0, num_after: 5000, op, flag },
      narrow: [
        { operator: "channel", operand: this.channelId },
        { operator: "topic", operand: topic },
      ],
    });
    assert.equal(answer.processed_count, visible.length);
    assert.equal(answer.first_processed_id, visible[0]?.id ?? null);
    this.flagged(by, visible, op, flag);
  }

  async mark({ by, what }: Extract<Operation, { kind: "mark" }>): Promise<void> {
    const who = this.person(by);
    const own = this.of(by);
    const inTopic = (one: Sent) => one.to === "channel" && (what === "channel" || one.topic === what);
    if (what === "all") await who.call("POST /mark_all_as_read");
    else if (what === "channel") await who.call("POST /mark_stream_as_read", { stream_id: this.channelId });
    else if (this.sent.some((one) => inTopic(one) && own.received.has(one.id))) {
      await who.call("POST /mark_topic_as_read", { stream_id: this.channelId, topic_name: what });
    }
    const unread = new Set(this.unread(by));
    for (const one of this.sent) if (unread.has(one.id) && (what === "all" || inTopic(one))) own.read.add(one.id);
  }

  /** Whoever leaves has nothing more to read there. */
  async leave(by: Reader): Promise<void> {
    await this.person(by).call("DELETE /users/me/subscriptions", { subscriptions: [this.channel] });
    this.members.delete(by);
    for (const { id, to } of this.sent) if (to === "channel") this.of(by).read.add(id);
  }

  async remove(index: number): Promise<void> {
    const chosen = this.sent[index % this.sent.length];
    if (chosen === undefined || chosen.to !== "channel") return;
    await server.cast.desdemona.call("DELETE /messages/{message_id}", { message_id: chosen.id });
    this.sent = this.sent.filter(({ id }) => id !== chosen.id);
    for (const own of this.state.values()) for (const set of Object.values(own) as Set<number>[]) set.delete(chosen.id);
  }

  /** Unread messages are those received and not read, in channels that one is in. */
  unread(name: Reader): number[] {
    const own = this.of(name);
    return this.sent
      .filter(({ id, to }) => own.received.has(id) && !own.read.has(id) && (to !== "channel" || this.members.has(name)))
      .map(({ id }) => id);
  }

  async check(): Promise<void> {
    const ours = new Set(this.sent.map(({ id }) => id));
    for (const name of READERS) {
      const who = this.person(name);
      const registered = await who.register();
      const { streams, pms, huddles } = registered.unread_msgs as Unread;
      const unread = [...streams, ...pms, ...huddles]
        .flatMap((group) => group.unread_message_ids)
        .filter((id) => ours.has(id));
      assert.deepEqual(
        unread.sort((a, b) => a - b),
        this.unread(name),
        `unread of ${name}`,
      );
      const starred = (registered.starred_messages as number[]).filter((id) => ours.has(id));
      assert.deepEqual(new Set(starred), this.of(name).starred, `starred of ${name}`);
      await this.checkChannel(name, who);
    }
    for (const one of this.sent.slice(-3)) await this.checkReceipts(one);
  }

  async checkReceipts({ id, by }: Sent): Promise<void> {
    const answer = await this.person(by).call("GET /messages/{message_id}/read_receipts", { message_id: id });
    const readers = READERS.filter(
      (name) => name !== by && this.of(name).received.has(id) && this.of(name).read.has(id),
    );
    assert.deepEqual(
      answer.user_ids,
      readers.map((name) => this.person(name).id).sort((a, b) => a - b),
      `readers of ${id}`,
    );
  }

  /** Flags as a fetch shows them, and where the first unread message is. */
  async checkChannel(name: Reader, who: CastMember): Promise<void> {
    const narrow = [{ operator: "channel", operand: this.channel }];
    const own = this.of(name);
    const { messages } = await who.call("GET /messages", { anchor: "oldest", num_after: 1000, narrow });
    for (const { id, flags } of messages) {
      assert.equal(flags.includes("read"), own.read.has(id) || !own.received.has(id), `${name} has read ${id}`);
      assert.equal(flags.includes("starred"), own.starred.has(id));
    }
    const inChannel = new Set(messages.map(({ id }) => id));
    const { anchor } = await who.call("GET /messages", { anchor: "first_unread", narrow });
    assert.equal(anchor, this.unread(name).find((id) => inChannel.has(id)) ?? 10 ** 16, `first unread of ${name}`);
    const found = await who.call("GET /messages", {
      anchor: "newest",
      num_before: 1000,
      narrow: [...narrow, { operator: "is", operand: "unread" }],
    });
    assert.deepEqual(
      found.messages.map(({ id }) => id),
      this.unread(name).filter((id) => inChannel.has(id)),
    );
  }
}

interface Sent {
  readonly id: number;
  readonly to: Set<Reader> | "channel";
  readonly by: Reader;
  readonly topic: string;
}

interface Unread {
  readonly streams: { unread_message_ids: number[] }[];
  readonly pms: { unread_message_ids: number[] }[];
  readonly huddles: { unread_message_ids: number[] }[];
}

test("after any sends, reads, unreads, stars, marks, joins, leaves and deletes, the ranges say what a set per user says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const world = new World();
      await world.begin();
      for (const operation of operations) await world.step(operation);
      await world.check();
    }),
    { ...tries(15), endOnFailure: false },
  );
});
