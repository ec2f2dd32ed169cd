import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../test/harness/server.ts";

suite("search", () => {
  let server: TestServer;
  let channels = 0;
  before(async () => {
    server = await startTestServer();
  });

  const stage = async (who: CastMember, options: object = {}) => {
    const name = `stage ${(channels += 1)}`;
    await who.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      send_new_subscription_messages: false,
      ...options,
    });
    return name;
  };
  const post = async (who: CastMember, to: string, content: string, topic = "t") =>
    (await who.call("POST /messages", { type: "channel", to, topic, content })).id;
  const search = async (who: CastMember, to: string | undefined, operand: string, args: object = {}) => {
    const narrow = [
      ...(to === undefined ? [] : [{ operator: "channel", operand: to }]),
      { operator: "search", operand },
    ];
    return (await who.call("GET /messages", { anchor: "newest", num_before: 100, narrow, ...args })).messages;
  };

  test("a message just sent is found by its words, their other forms and their parts", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const ids = {
      run: await post(hamlet, to, "She was **running** to the databases"),
      cafe: await post(hamlet, to, "Meet at the Café"),
      url: await post(hamlet, to, "see https://example.com/some_path"),
      topic: await post(hamlet, to, "nothing here", "Lunch plans"),
    };
    const found = async (operand: string) => {
      const messages = await search(hamlet, to, operand);
      return Object.entries(ids)
        .filter(([, id]) => messages.some((message) => message.id === id))
        .map(([name]) => name);
    };
    assert.deepEqual(await found("runs"), ["run"]);
    assert.deepEqual(await found("RUNNING database"), ["run"]);
    assert.deepEqual(await found("running cafe"), []);
    assert.deepEqual(await found("atabas"), ["run"], "a part of a word");
    assert.deepEqual(await found("datab"), ["run"], "the beginning of a word");
    assert.deepEqual(await found("cafe"), ["cafe"]);
    assert.deepEqual(await found("CAFÉ"), ["cafe"]);
    assert.deepEqual(await found("example.com"), ["url"]);
    assert.deepEqual(await found("the cafe"), ["cafe"], "common words say nothing beside others");
    assert.deepEqual(await found("was"), ["run"], "but may be all that is asked for");
    assert.deepEqual(await found("lunches"), ["topic"]);
    assert.deepEqual(await found("strong"), [], "tags are no words");
    assert.deepEqual(await found("%"), []);
    assert.deepEqual(await found("' & !"), []);
  });

  test("any part of a sentence is found in scripts without spaces", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const chinese = await post(hamlet, to, "今天的会议在下午三点开始");
    const japanese = await post(hamlet, to, "東京タワーに行きました");
    const korean = await post(hamlet, to, "서울에서 만나요");
    for (const [operand, id] of [
      ["会议", chinese],
      ["下午三点", chinese],
      ["会", chinese],
      ["タワー", japanese],
      ["京タ", japanese],
      ["서울", korean],
    ] as const) {
      assert.deepEqual(
        (await search(hamlet, to, operand)).map((message) => message.id),
        [id],
        operand,
      );
    }
    assert.deepEqual(await search(hamlet, to, "会议始"), [], "pairs that do not follow each other");
    const [found] = await search(hamlet, to, "三点");
    assert.equal(found?.match_content, '<p>今天的会议在下午<span class="highlight">三点</span>开始</p>');
  });

  test("a quoted phrase is found as it is, in the message or in its topic", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const a = await post(hamlet, to, "to be or not to be");
    const b = await post(hamlet, to, "not or be to");
    const c = await post(hamlet, to, "I like C++ and 100% of_it");
    const found = async (operand: string) => (await search(hamlet, to, operand)).map(({ id }) => id);
    assert.deepEqual(await found('"or not"'), [a]);
    assert.deepEqual(await found('"NOT TO" be'), [a]);
    assert.deepEqual(await found("not be"), [a, b]);
    assert.deepEqual(await found('"C++"'), [c]);
    assert.deepEqual(await found('"100%"'), [c]);
    assert.deepEqual(await found('"of_it"'), [c]);
    assert.deepEqual(await found('"of it"'), []);
  });

  test("search terms are combined with AND, and a negated one excludes", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const both = await post(hamlet, to, "apples and pears");
    const apples = await post(hamlet, to, "only apples");
    const found = async (...terms: object[]) => {
      const narrow = [{ operator: "channel", operand: to }, ...terms] as never;
      return (await hamlet.call("GET /messages", { anchor: "newest", num_before: 9, narrow })).messages.map(
        ({ id }) => id,
      );
    };
    const apple = { operator: "search", operand: "apple" };
    const pear = { operator: "search", operand: "pear" };
    assert.deepEqual(await found(apple), [both, apples]);
    assert.deepEqual(await found(apple, pear), [both]);
    assert.deepEqual(await found(apple, { ...pear, negated: true }), [apples]);
    assert.deepEqual(await found({ ...apple, negated: true }), []);
  });

  test("what was found is marked in the HTML of content and topic, and nothing in its tags", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    await post(hamlet, to, "discuss lunch after **lunch** & `lunches` <lunch>", "James' lunch & <b>");
    const [found] = await search(hamlet, to, "lunch");
    const mark = (word: string) => `<span class="highlight">${word}</span>`;
    assert.equal(
      found?.match_content,
      `<p>discuss ${mark("lunch")} after <strong>${mark("lunch")}</strong> &amp; <code>${mark("lunches")}</code> &lt;${mark("lunch")}&gt;</p>`,
    );
    assert.equal(found.match_subject, `James&#39; ${mark("lunch")} &amp; &lt;b&gt;`);
    const [source] = await search(hamlet, to, "lunch", { apply_markdown: false });
    assert.equal(source?.match_content, found.match_content);
    assert.match(source.content, /\*\*lunch\*\*/);
    const [link] = await (async () => {
      await post(hamlet, to, "[amp](https://quot.example/class) &amp; strong");
      return search(hamlet, to, "amp strong");
    })();
    assert.match(
      link?.match_content ?? "",
      /^<p><a href="https:\/\/quot\.example\/class"[^>]*><span class="highlight">amp/,
    );
    const [quoted] = await search(hamlet, to, "quot amp");
    assert.equal(quoted, undefined);
  });

  test("letters that decompose into others with spaces between them do not break a search", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const found = async (operand: string) => (await search(hamlet, to, operand)).map(({ id }) => id);
    const odd = await post(hamlet, to, "ͺ ﱞ ﹰ ﷺ ⑴ plain");
    assert.deepEqual(await found("plain"), [odd]);
    for (const operand of ["ͺ", "ﷺ", "plain ⑴"]) assert.deepEqual(await found(operand), [odd], operand);
  });

  test("a long word is found by the whole of it", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const found = async (operand: string) => (await search(hamlet, to, operand)).map(({ id }) => id);
    const hash = "a3f1".repeat(16);
    const [one, other] = [await post(hamlet, to, `See ${hash}`), await post(hamlet, to, `${hash.slice(0, -1)}f`)];
    assert.deepEqual(await found(hash.toUpperCase()), [one]);
    assert.deepEqual(await found(hash.slice(0, 50)), [one, other]);
    const [marked] = await search(hamlet, to, hash);
    assert.equal(marked?.match_content, `<p>See <span class="highlight">${hash}</span></p>`);
    assert.deepEqual(await found("x".repeat(5000)), []);
  });

  test("a narrow accepts twenty words and phrases at most", async () => {
    const { hamlet } = server.cast;
    const words = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => `word${from + index}`).join(" ");
    const ask = (...operands: string[]) => ({
      anchor: "newest" as const,
      num_before: 1,
      narrow: operands.map((operand) => ({ operator: "search", operand })),
    });
    await hamlet.call("GET /messages", ask(words(10), `${words(5)} ${words(5)} ${words(5, 5)}`));
    for (const operands of [[words(21)], [words(10), words(11)], ['"%"'.repeat(21)]]) {
      assert.equal((await hamlet.refused("GET /messages", ask(...operands))).code, "BAD_NARROW");
    }
  });

  test("GET /messages/matches_narrow says which of a user's messages match", async () => {
    const { hamlet, othello } = server.cast;
    const to = await stage(hamlet);
    const [a, b] = [await post(hamlet, to, "a *needle*"), await post(hamlet, to, "hay")];
    const matches = async (who: CastMember, narrow: object[]) =>
      (await who.call("GET /messages/matches_narrow", { msg_ids: [a, b, 2_000_000_000], narrow: narrow as never }))
        .messages;
    assert.deepEqual(await matches(hamlet, [{ operator: "search", operand: "needles" }]), {
      [a]: { match_content: '<p>a <em><span class="highlight">needle</span></em></p>', match_subject: "t" },
    });
    assert.deepEqual(await matches(hamlet, [{ operator: "topic", operand: "T" }]), {
      [a]: { match_content: "<p>a <em>needle</em></p>", match_subject: "t" },
      [b]: { match_content: "<p>hay</p>", match_subject: "t" },
    });
    assert.deepEqual(await matches(othello, [{ operator: "search", operand: "needles" }]), {});
    const bad = { msg_ids: [a], narrow: [["with", "1"]] as never };
    assert.equal((await hamlet.refused("GET /messages/matches_narrow", bad)).code, "BAD_NARROW");
  });

  test("CVE-2026-24692: nobody finds by words what they may not read", async () => {
    const { hamlet, othello, cordelia, iago, desdemona, polonius } = server.cast;
    const to = await stage(hamlet, { invite_only: true });
    const secret = await post(hamlet, to, "MARKERword https://marker.example");
    const { id: direct } = await hamlet.call("POST /messages", {
      type: "direct",
      to: [cordelia.id],
      content: "MARKERword",
    });
    for (const who of [othello, iago, desdemona, polonius]) {
      assert.deepEqual(await search(who, undefined, "MARKERword"), []);
      assert.deepEqual(await search(who, undefined, "arkerwo"), []);
      for (const narrow of [
        [["has", "link"]],
        [["near", String(secret)]],
        [
          ["channels", "public"],
          ["search", "MARKERword"],
        ],
        [["id", String(secret)]],
      ] as [string, string][][]) {
        const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: 1000, narrow });
        assert.ok(!messages.some(({ id }) => id === secret || id === direct));
      }
      const asked = { msg_ids: [secret, direct], narrow: [["search", "MARKERword"]] as never };
      assert.deepEqual((await who.call("GET /messages/matches_narrow", asked)).messages, {});
    }
    assert.deepEqual(
      (await search(hamlet, undefined, "MARKERword")).map(({ id }) => id),
      [secret, direct],
    );
  });

  test("text without spaces is found in a run of 200,000 characters", async () => {
    const { hamlet } = server.cast;
    const to = await stage(hamlet);
    const id = await post(hamlet, to, "short");
    // An import may bring such a message.
    await server.database.sql`
      update message m set content = long, rendered_content = '<p>' || long || '</p>'
      from (select repeat('生きるべきか', 33333) || '死ぬ' as long) l where id = ${id}`;
    const found = async (operand: string) => (await search(hamlet, to, operand)).map((message) => message.id);
    assert.deepEqual(await found("か死ぬ"), [id]);
    assert.deepEqual(await found("死か"), []);
  });
});
