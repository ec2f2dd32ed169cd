import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createGroup } from "../../../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

type Narrow = readonly (readonly [string, string] | { operator: string; operand: unknown; negated?: boolean })[];

const term = (operator: string, operand: unknown) => ({ operator, operand });
const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true });

suite("narrows", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const found = async (who: CastMember, narrow: Narrow) => {
    const args = { anchor: "newest", num_before: 1000, narrow: narrow as never, allow_empty_topic_name: true } as const;
    return (await who.call("GET /messages", args)).messages.map(({ id }) => id);
  };
  const refusal = async (who: CastMember, narrow: unknown) => {
    const error = await who.refused("GET /messages", { anchor: "newest", num_before: 10, narrow: narrow as never });
    if (error.code === "BAD_NARROW") assert.equal(typeof error.body["desc"], "string");
    return error.code;
  };
  const post = async (who: CastMember, to: string, topic: string, content = "x") =>
    (await who.call("POST /messages", { type: "channel", to: [to], topic, content })).id;
  const sendDirect = async (who: CastMember, to: CastMember[]) =>
    (await who.call("POST /messages", { type: "direct", to: to.map(({ id }) => id), content: "x" })).id;
  const join = (who: CastMember, name: string, options: object = {}) =>
    who.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      send_new_subscription_messages: false,
      ...options,
    });
  const idOf = async (who: CastMember, name: string) =>
    (await who.call("GET /streams")).streams.find((channel) => channel.name === name)?.stream_id as number;

  test("a user reads public channels that they never joined, and gets the messages as history", async () => {
    const { hamlet, othello } = server.cast;
    await join(hamlet, "7");
    const id = await post(hamlet, "7", "Old");
    const channel = await idOf(hamlet, "7");
    assert.deepEqual(await found(othello, [term("channel", channel)]), [id]);
    assert.deepEqual(await found(othello, [["stream", "7"]]), [id]);
    assert.deepEqual(
      await found(othello, [
        ["stream", "7"],
        ["subject", "oLD"],
      ]),
      [id],
    );
    assert.deepEqual(await found(othello, [term("channels", "public"), term("channel", channel)]), [id]);
    assert.ok((await found(othello, [["streams", "public"]])).includes(id));
    assert.ok(!(await found(othello, [])).includes(id));
    assert.ok(!(await found(othello, [not("channel", "sandbox")])).includes(id));
    assert.ok(!(await found(othello, [["channels", "web-public"]])).includes(id));
    for (const personal of [term("is", "unread"), not("is", "starred"), not("is", "unread")]) {
      assert.deepEqual(await found(othello, [term("channel", channel), personal]), []);
    }
    assert.deepEqual(await found(othello, [term("channel", channel), not("is", "resolved")]), [id]);
    const { messages } = await othello.call("GET /messages", { message_ids: [id] });
    assert.deepEqual(messages[0]?.flags, ["read", "historical"]);
  });

  test("guests search in what they received, and in channels that they are in", async () => {
    const { hamlet, polonius } = server.cast;
    await join(hamlet, "restricted");
    const early = await post(hamlet, "restricted", "t");
    assert.equal(await refusal(polonius, [["channel", "restricted"]]), "BAD_NARROW");
    assert.ok(!(await found(polonius, [["channels", "public"]])).includes(early));
    await join(hamlet, "restricted", { principals: [polonius.id] });
    const late = await post(hamlet, "restricted", "t");
    assert.deepEqual(await found(polonius, [["channel", "restricted"]]), [early, late]);
    assert.deepEqual(
      (await found(polonius, [["channels", "public"]])).filter((id) => id === early || id === late),
      [late],
    );
  });

  test("a user gets the same refusal for a private channel and one that does not exist, by name and by ID", async () => {
    const { hamlet, iago, othello } = server.cast;
    await join(hamlet, "crypt", { invite_only: true });
    await post(hamlet, "crypt", "MARKER");
    const crypt = await idOf(hamlet, "crypt");
    const responses = await Promise.all(
      ["crypt", crypt, "nothing", 999_999].map(async (operand) => {
        const narrow = [term("channel", operand)] as never;
        return (await othello.refused("GET /messages", { anchor: "newest", narrow })).body;
      }),
    );
    for (const response of responses) assert.deepEqual(response, responses[0]);
    // An administrator knows that the channel exists, and reads nothing.
    assert.deepEqual(await found(iago, [term("channel", crypt)]), []);
    assert.deepEqual(await found(othello, [["topic", "MARKER"]]), []);
  });

  test("a user narrows to people, by ID and by address", async () => {
    const { hamlet, othello, cordelia, iago } = server.cast;
    const [direct, group, self, foreign] = [
      await sendDirect(hamlet, [othello]),
      await sendDirect(othello, [hamlet, cordelia]),
      await sendDirect(hamlet, [hamlet]),
      await sendDirect(othello, [cordelia]),
    ];
    const seen = async (narrow: Narrow) =>
      (await found(hamlet, narrow)).filter((id) => [direct, group, self, foreign].includes(id));
    assert.deepEqual(await seen([term("dm", [othello.id])]), [direct]);
    assert.deepEqual(await seen([term("dm", [othello.id, hamlet.id])]), [direct]);
    assert.deepEqual(await seen([["pm_with", `user${othello.id}@localhost`]]), [direct]);
    assert.deepEqual(await seen([["pm-with", `user${othello.id}@localhost, USER${cordelia.id}@localhost`]]), [group]);
    assert.deepEqual(await seen([term("dm", [hamlet.id])]), [self]);
    assert.deepEqual(await seen([term("dm", [])]), []);
    assert.deepEqual(await seen([term("dm", [iago.id])]), []);
    assert.deepEqual(await seen([not("dm", [othello.id]), term("is", "private")]), [group, self]);
    assert.deepEqual(await seen([term("dm-including", othello.id)]), [direct, group]);
    assert.deepEqual(await seen([["dm-including", `user${cordelia.id}@localhost`]]), [group]);
    assert.deepEqual(await seen([term("dm-including", hamlet.id)]), [direct, group, self]);
    assert.deepEqual(await seen([term("group-pm-with", othello.id)]), [group]);
    assert.deepEqual(await seen([["group_pm_with", `user${othello.id}@localhost`]]), [group]);
    assert.deepEqual(
      await seen([
        ["is", "dm"],
        ["from", `user${othello.id}@localhost`],
      ]),
      [group],
    );
    // The refusal does not show whether a hidden address exists.
    for (const operand of [othello.email, "nobody@elsinore.example", "me", String(othello.id)]) {
      assert.equal(await refusal(hamlet, [["sender", operand]]), "BAD_NARROW", operand);
    }
    assert.equal(await refusal(hamlet, [term("dm", [999_999])]), "BAD_NARROW");
  });

  test("a user narrows to one message, or to the conversation of one", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await join(hamlet, "threads");
    const [a, b, c] = [
      await post(hamlet, "threads", "one"),
      await post(hamlet, "threads", "two"),
      await post(hamlet, "threads", "ONE"),
    ];
    const direct = await sendDirect(hamlet, [cordelia]);
    assert.deepEqual(await found(hamlet, [term("id", a)]), [a]);
    assert.deepEqual(await found(hamlet, [["id", String(a)]]), [a]);
    assert.deepEqual(await found(hamlet, [["channel", "threads"], not("id", a)]), [b, c]);
    assert.deepEqual(
      await found(hamlet, [
        ["channel", "threads"],
        ["near", "5"],
      ]),
      [a, b, c],
    );
    assert.deepEqual(await found(othello, [term("with", a)]), [a, c]);
    assert.deepEqual(
      await found(othello, [
        ["channel", "sandbox"],
        ["topic", "x"],
        ["with", String(b)],
      ]),
      [b],
    );
    assert.deepEqual((await found(hamlet, [term("with", direct)])).slice(-1), [direct]);
    // Nobody learns the place of a message that they may not read.
    assert.deepEqual(await found(othello, [["channel", "threads"], ["topic", "one"], term("with", direct)]), [a, c]);
    assert.equal(await refusal(othello, [term("with", direct)]), "BAD_NARROW");
    assert.equal(await refusal(othello, [["channel", "threads"], term("with", 2_000_000_000)]), "BAD_NARROW");
    assert.equal(await refusal(hamlet, [term("with", a), term("with", a)]), "BAD_NARROW");
  });

  test("a user narrows to resolved topics, and to the empty topic by both its names", async () => {
    const { hamlet } = server.cast;
    await join(hamlet, "tasks");
    const [open, done, empty] = [
      await post(hamlet, "tasks", "wash"),
      await post(hamlet, "tasks", "✔ wash"),
      await post(hamlet, "tasks", ""),
    ];
    assert.deepEqual(
      await found(hamlet, [
        ["channel", "tasks"],
        ["is", "resolved"],
      ]),
      [done],
    );
    assert.deepEqual(await found(hamlet, [["channel", "tasks"], not("is", "resolved")]), [open, empty]);
    assert.deepEqual(
      await found(hamlet, [
        ["channel", "tasks"],
        ["topic", "general chat"],
      ]),
      [empty],
    );
    assert.deepEqual(
      await found(hamlet, [
        ["channel", "tasks"],
        ["topic", ""],
      ]),
      [empty],
    );
  });

  test("CVE-2022-32220: a user who left a private channel finds none of it, not even what mentioned them", async () => {
    const { hamlet, cordelia } = server.cast;
    await join(hamlet, "cellar", { invite_only: true, principals: [hamlet.id, cordelia.id] });
    const id = await post(hamlet, "cellar", "t", "@**Cordelia** MARKERcellar");
    assert.ok((await found(cordelia, [["is", "mentioned"]])).includes(id));
    await cordelia.call("DELETE /users/me/subscriptions", { subscriptions: ["cellar"] });
    for (const narrow of [[["is", "mentioned"]], [["search", "MARKERcellar"]], [["id", String(id)]], []] as Narrow[]) {
      assert.ok(!(await found(cordelia, narrow)).includes(id), JSON.stringify(narrow));
    }
    assert.equal(await refusal(cordelia, [["channel", "cellar"]]), "BAD_NARROW");
  });

  test("CVE-2022-32219: a client is refused every operator and operand that is not known", async () => {
    const { hamlet } = server.cast;
    const impossible = [
      [["nonsense", "x"]],
      [["constructor", "x"]],
      [["is", "nonsense"]],
      [["has", "nonsense"]],
      [["in", "nonsense"]],
      [["channels", "private"]],
      [["id", "x"]],
      [["id", "99999999999"]],
      [term("id", -1)],
      [["with", "x"]],
      [term("channel", "general"), ["is", "dm"]],
      [["topic", "x"], term("dm", [hamlet.id])],
      [["channels", "public"], term("dm-including", hamlet.id)],
      [["is", "dm"], not("is", "dm")],
      [["is", "dm"], not("is", "private")],
    ];
    for (const narrow of impossible) assert.equal(await refusal(hamlet, narrow), "BAD_NARROW", JSON.stringify(narrow));
    const malformed = [
      {},
      5,
      "x",
      [["channel"]],
      [["channel", "a", "b"]],
      [["channel", 5]],
      [5],
      [null],
      [term("channel", null)],
      [term("channel", [1])],
      [term("topic", 5)],
      [term("sender", [1])],
      [term("dm", 5)],
      [term("dm", ["x"])],
      [term("dm-including", [5])],
      [term("is", 5)],
      [term("near", 5)],
      [["search", " "]],
      [{ operator: "channel" }],
      [{ operand: "channel" }],
      [{ operator: "channel", operand: { $ne: 1 } }],
      [{ operator: "is", operand: "dm", negated: "yes" }],
    ];
    for (const narrow of malformed) assert.equal(await refusal(hamlet, narrow), "BAD_REQUEST", JSON.stringify(narrow));
  });

  test("CVE-2017-18888: a client's operands are values in SQL, whatever they contain", async () => {
    const { hamlet } = server.cast;
    await join(hamlet, "quotes");
    const strange = ["'; drop table message; --", "%", "_", "\\", "a\\'b", "$1", '"', "{}", "(,)"];
    for (const topic of strange) {
      const id = await post(hamlet, "quotes", topic);
      assert.deepEqual(
        await found(hamlet, [
          ["channel", "quotes"],
          ["topic", topic],
        ]),
        [id],
        topic,
      );
      for (const operator of ["channel", "sender", "pm-with", "dm-including", "id", "is", "has", "in", "channels"]) {
        assert.equal(await refusal(hamlet, [[operator, topic]]), "BAD_NARROW", `${operator}:${topic}`);
      }
    }
  });

  test("a user finds what mentions somebody by name, where that person has it, and nothing that they may not read", async () => {
    const { hamlet, othello, iago, polonius } = server.cast;
    await createGroup(hamlet, { name: "watch", members: [othello.id] });
    await join(hamlet, "calls", { principals: [hamlet.id, othello.id] });
    await join(hamlet, "secret calls", { principals: [hamlet.id, othello.id], invite_only: true });
    const write = (content: string, to = "calls") => post(hamlet, to, "t", content);
    const named = await write("@**Othello** come");
    for (const content of ["@_**Othello** is here", "@*watch* come", "@**all** come", "`@**Othello**`"])
      await write(content);
    const away = await write("@**Iago** come");
    const { id: direct } = await hamlet.call("POST /messages", {
      ...{ type: "direct", to: [othello.id], content: "you, @**Othello**" },
    });
    const hidden = await write("@**Othello** come", "secret calls");
    const of = (who: CastMember, id: unknown, ...others: Narrow) => found(who, [term("mentions", id), ...others]);
    assert.deepEqual(await of(hamlet, othello.id), [named, direct, hidden]);
    assert.deepEqual(await of(hamlet, `user${othello.id}@localhost`), [named, direct, hidden]);
    assert.deepEqual(await of(hamlet, othello.id, ["channel", "calls"]), [named]);
    assert.deepEqual(await of(iago, othello.id, ["channels", "public"]), [named]);
    assert.deepEqual(await of(iago, othello.id), []);
    assert.deepEqual(await of(hamlet, iago.id), [], "who has no copy of it was not reached");
    const others = await found(hamlet, [not("mentions", othello.id), ["channel", "calls"]]);
    assert.ok(others.includes(away) && !others.includes(named));
    await hamlet.call("PATCH /messages/{message_id}", { message_id: named, content: "nobody" });
    assert.deepEqual(await of(hamlet, othello.id, ["channel", "calls"]), []);
    const { messages } = await hamlet.call("GET /messages/matches_narrow", {
      ...{ msg_ids: [named, hidden], narrow: [term("mentions", othello.id)] as never },
    });
    assert.deepEqual(Object.keys(messages), [String(hidden)]);
    for (const operand of [999_999, "nobody@elsinore.example"]) {
      assert.equal(await refusal(hamlet, [term("mentions", operand)]), "BAD_NARROW");
    }
    assert.equal(await refusal(polonius, [term("mentions", [othello.id])]), "BAD_REQUEST");
  });

  test("a user finds what they received in archived channels, and more only where another term brings it", async () => {
    const { iago, hamlet, othello } = server.cast;
    await join(hamlet, "old times", { principals: [hamlet.id] });
    const early = await post(hamlet, "old times", "t");
    await join(hamlet, "old times", { principals: [othello.id] });
    const late = await post(hamlet, "old times", "t");
    await iago.call("DELETE /streams/{stream_id}", { stream_id: await idOf(hamlet, "old times") });
    const archived = async (who: CastMember, ...others: Narrow) => {
      const ids = await found(who, [["channels", "archived"], ...others]);
      return ids.filter((id) => id === early || id === late);
    };
    assert.deepEqual(await archived(hamlet), [early, late]);
    assert.deepEqual(await archived(othello), [late]);
    assert.deepEqual(await archived(othello, ["channels", "public"]), [early, late]);
    const current = await found(hamlet, [not("channels", "archived")]);
    assert.ok(current.length > 0 && !current.includes(late));
    assert.equal(
      await refusal(hamlet, [
        ["streams", "archived"],
        ["dm", `user${othello.id}@localhost`],
      ]),
      "BAD_NARROW",
    );
    assert.equal(await refusal(hamlet, [["channels", "forgotten"]]), "BAD_NARROW");
  });
});
