import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
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
      flag: fc.constantFrom("read", "read", "starred"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("join" as const, "leave" as const), by: reader }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let server: TestServer;
let runs = 0;
before(async () => {
  server = await startTestServer();
});

class World {
  readonly channel = `world ${(runs += 1)}`;
  readonly sent: { id: number; to: Set<Reader> | "channel" }[] = [];
  readonly members = new Set<Reader>(["hamlet"]);
  readonly state = new Map<Reader, Naive>(
    READERS.map((name) => [name, { received: new Set(), read: new Set(), starred: new Set() }]),
  );

  person = (name: Reader): CastMember => server.cast[name];
  of = (name: Reader): Naive => this.state.get(name) as Naive;

  async begin(): Promise<void> {
    await this.person("hamlet").call("POST /users/me/subscriptions", { subscriptions: [{ name: this.channel }] });
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
        await this.person(operation.by).call("DELETE /users/me/subscriptions", { subscriptions: [this.channel] });
        this.members.delete(operation.by);
        for (const { id, to } of this.sent) if (to === "channel") this.of(operation.by).read.add(id);
        return;
      case "send": {
        const args = { type: "channel", to: this.channel, topic: operation.topic, content: "x" } as const;
        const { id } = await this.person(operation.by).call("POST /messages", {
          ...args,
          read_by_sender: operation.read,
        });
        this.arrives(id, "channel", operation.by, operation.read);
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
        this.arrives(id, to, operation.by, false);
        return;
      }
      case "flag":
        await this.flag(operation);
    }
  }

  arrives(id: number, to: Set<Reader> | "channel", by: Reader, isRead: boolean): void {
    this.sent.push({ id, to });
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

interface Unread {
  readonly streams: { unread_message_ids: number[] }[];
  readonly pms: { unread_message_ids: number[] }[];
  readonly huddles: { unread_message_ids: number[] }[];
}

test("after any sends, reads, unreads, stars, joins and leaves, the ranges say what a set per user says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const world = new World();
      await world.begin();
      for (const operation of operations) await world.step(operation);
      await world.check();
    }),
    { numRuns: 15, endOnFailure: false },
  );
});
