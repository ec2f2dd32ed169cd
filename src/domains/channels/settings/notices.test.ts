import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { holds } from "../../../../test/events/holds.ts";

type Term = { operator: string; operand: string | number | number[] };

suite("notices about channels", () => {
  let server: TestServer;
  let bot: number;
  before(async () => {
    server = await startTestServer();
    const { cross_realm_bots: bots } = await server.cast.hamlet.register({ fetch_event_types: ["realm_user"] });
    bot = (bots as { user_id: number }[])[0]?.user_id as number;
  });

  const noticesTo = async (who: CastMember, term: Term) => {
    const narrow = [term];
    const page = { anchor: "newest", num_before: 100, narrow, apply_markdown: false } as const;
    const { messages } = await who.call("GET /messages", page);
    return messages.filter(({ sender_id }) => sender_id === bot);
  };
  const inChannel = (who: CastMember, id: number) => noticesTo(who, { operator: "channel", operand: id });
  const toPerson = (who: CastMember) => noticesTo(who, { operator: "dm", operand: [bot] });
  const idOf = async (who: CastMember, stream: string) => (await who.call("GET /get_stream_id", { stream })).stream_id;

  test("a new channel gets a notice about its creator, which is read for them and unread for others", async () => {
    const { hamlet, othello } = server.cast;
    const subscribers = [hamlet.id, othello.id];
    const channel = await createChannel(hamlet, { subscribers, invite_only: true, description: "to ```` be" });
    const [made, ...others] = await inChannel(hamlet, channel.id);
    assert.equal(others.length, 0);
    assert.partialDeepStrictEqual(made, { subject: "channel events", flags: ["read"] });
    assert.match(made?.content ?? "", /^\*\*Private, protected history\*\* channel created by @_\*\*Hamlet\|/);
    assert.match(made?.content ?? "", /\n`{5} quote\nto ```` be\n`{5}$/);
    assert.deepEqual((await inChannel(othello, channel.id))[0]?.flags, []);
    const empty = await createChannel(hamlet, { subscribers: [] });
    assert.deepEqual(await inChannel(hamlet, empty.id), []);
    const quiet = await createChannel(hamlet, { send_new_subscription_messages: false });
    assert.deepEqual(await inChannel(hamlet, quiet.id), []);
    const topicless = await createChannel(server.cast.iago, { topics_policy: "empty_topic_only" });
    assert.equal((await inChannel(hamlet, topicless.id))[0]?.subject, "general chat");
  });

  test("users get a notice when somebody else subscribed them, unless there are too many of them", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const [a, b] = [await createChannel(hamlet), await createChannel(hamlet)];
    const before = (await toPerson(othello)).length;
    const subscribe = (
      args: Omit<Arguments<"POST /users/me/subscriptions">, "subscriptions">,
      ...channels: { name: string }[]
    ) => hamlet.call("POST /users/me/subscriptions", { subscriptions: channels, ...args });
    const principals = [othello.id, hamlet.id];
    const response = await subscribe({ principals }, a, b, { name: "made on the way" });
    assert.equal(response.new_subscription_messages_sent, true);
    const [notice, ...more] = (await toPerson(othello)).slice(before);
    assert.equal(more.length, 0);
    assert.equal(
      notice?.content,
      `@_**Hamlet|${hamlet.id}** subscribed you to the following channels:\n\n* #**${a.name}**\n* #**${b.name}**`,
    );
    await subscribe({ principals: [cordelia.id] }, a);
    assert.match((await toPerson(cordelia)).at(-1)?.content ?? "", /subscribed you to the channel #\*\*/);
    const count = (await toPerson(cordelia)).length;
    const silently = await subscribe({ principals: [cordelia.id], send_new_subscription_messages: false }, b);
    assert.equal("new_subscription_messages_sent" in silently, false);
    await subscribe({ principals: [cordelia.id] }, b);
    await cordelia.call("POST /users/me/subscriptions", { subscriptions: [await createChannel(hamlet)] });
    assert.equal((await toPerson(cordelia)).length, count);
    assert.deepEqual(await toPerson(hamlet), []);
  });

  test("users read about new channels where the organization announces them, but never about private ones", async () => {
    const { hamlet } = server.cast;
    const general = await idOf(hamlet, "general");
    await createChannel(hamlet, { announce: true, name: "marker-public" });
    await createChannel(hamlet, { announce: true, name: "marker-private", invite_only: true });
    await createChannel(hamlet, { name: "marker-unannounced" });
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "marker-one" }, { name: "marker-two" }],
      announce: true,
    });
    const news = (await inChannel(hamlet, general)).filter(({ subject }) => subject === "new channels");
    assert.deepEqual(
      news.map(({ content }) => content),
      [
        `@_**Hamlet|${hamlet.id}** created a new channel #**marker-public**.`,
        `@_**Hamlet|${hamlet.id}** created new channels: #**marker-one**, #**marker-two**.`,
      ],
    );
    const flagsFor = async (who: CastMember) => {
      const messages = await inChannel(who, general);
      return messages.filter(({ subject }) => subject === "new channels").flatMap(({ flags }) => flags);
    };
    assert.deepEqual(await flagsFor(hamlet), ["read", "read"]);
    assert.deepEqual(await flagsFor(server.cast.othello), []);
    await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: ["general"] });
    await createChannel(hamlet, { announce: true });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "general" }] });
    assert.equal((await inChannel(hamlet, general)).length, news.length + 1);
    await server.cast.desdemona.call("PATCH /realm", { new_stream_announcements_stream_id: -1 });
    await createChannel(hamlet, { announce: true });
    await server.cast.desdemona.call("PATCH /realm", { new_stream_announcements_stream_id: general });
    assert.equal((await inChannel(hamlet, general)).length, news.length + 1, "and nowhere if it wants none");
  });

  test("subscribers get one notice for each part of the channel that an administrator changes", async () => {
    const { desdemona, hamlet } = server.cast;
    const { id } = await createChannel(desdemona, { subscribers: [desdemona.id, hamlet.id] });
    const folder = async (name: string) =>
      (await desdemona.call("POST /channel_folders/create", { name })).channel_folder_id;
    const [plays, poems] = [await folder("Plays"), await folder("Poems")];
    const steps: [Omit<Arguments<"PATCH /streams/{stream_id}">, "stream_id">, RegExp[]][] = [
      [{ new_name: "fresh" }, [/renamed this channel from \*\*channel no\. \d+\*\* to \*\*fresh\*\*/]],
      [{ description: "one" }, [/changed the description.*No description.*``` quote\none\n```/s]],
      [{ is_private: true }, [/from \*\*Public\*\* to \*\*Private, protected history\*\*/]],
      [{ can_send_message_group: { new: 3 } }, [/who may post.*@_\*role:everyone\*.*@_\*role:administrators\*/s]],
      [{ message_retention_days: 30 }, [/deleted 30 days after.*as long as the organization says.*for 30 days/s]],
      [{ message_retention_days: 1 }, [/deleted 1 day after.*for 30 days.*for 1 day$/s]],
      [{ message_retention_days: "unlimited" as never }, [/None are deleted.*for 1 day.*forever/s]],
      [
        { message_retention_days: "realm_default" as never },
        [/None are deleted.*forever.*as long as the organization says/s],
      ],
      [{ topics_policy: "disable_empty_topic" }, [/as in the organization.*all topics but/s]],
      // Folders are how clients sort channels: nobody in them has anything to read about it.
      [{ folder_id: plays }, []],
      [{ folder_id: poems }, []],
      [{ folder_id: null }, []],
      [{ is_default_stream: false, can_resolve_topics_group: { new: 3 } }, []],
      [{ new_name: "older", description: "" }, [/changed the description/, /renamed/]],
    ];
    for (const [update, expected] of steps) {
      const before = (await inChannel(hamlet, id)).length;
      await holds(server, () => desdemona.call("PATCH /streams/{stream_id}", { stream_id: id, ...update }));
      const news = (await inChannel(hamlet, id)).slice(before);
      assert.equal(news.length, expected.length, JSON.stringify(update));
      for (const [index, pattern] of expected.entries()) {
        assert.match(news[index]?.content ?? "", pattern);
        assert.equal(news[index]?.subject, "channel events");
      }
    }
    await desdemona.call("DELETE /streams/{stream_id}", { stream_id: id });
    const notice = (await inChannel(hamlet, id)).at(-1);
    assert.match(notice?.content ?? "", /archived this channel/);
    assert.deepEqual(notice?.flags, ["read"]);
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id: id, is_archived: false });
    assert.match((await inChannel(hamlet, id)).at(-1)?.content ?? "", /unarchived this channel/);
  });

  test("users' names stay text in notices, whatever they contain", async () => {
    const { hamlet, othello, iago } = server.cast;
    const name = "x** @**all** `c` <b>";
    const channel = await createChannel(hamlet, { announce: true, name });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [othello.id] });
    const group = "y* @**all**";
    const { group_id } = await iago.call("POST /user_groups/create", {
      ...{ name: group, description: "", members: [othello.id] },
    });
    await iago.call("PATCH /streams/{stream_id}", {
      ...{ stream_id: channel.id, new_name: `${name}*`, can_send_message_group: { new: group_id } },
    });
    await iago.call("POST /user_groups/{user_group_id}/members", { user_group_id: group_id, delete: [othello.id] });
    const newest = async (who: CastMember, term: Term, count = 1) => {
      const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: count, narrow: [term] });
      return messages.map(({ content }) => content);
    };
    const shown = "x&#42;&#42; &#64;&#42;&#42;all&#42;&#42; &#96;c&#96; &lt;b&#62;";
    const link = new RegExp(`<a href="#narrow/channel/${channel.id}-[^"]+">&#35;${shown}</a>`);
    const [announced] = await newest(hamlet, { operator: "channel", operand: "general" });
    const [subscribed, left] = await newest(othello, { operator: "dm", operand: [bot] }, 2);
    const [renamed, restricted] = await newest(hamlet, { operator: "channel", operand: channel.id }, 2);
    for (const html of [announced, subscribed]) assert.match(html ?? "", link);
    assert.ok(renamed?.includes(`from <strong>${shown}</strong> to <strong>${shown}&#42;</strong>.`));
    for (const html of [left, restricted]) assert.ok(html?.includes("y&#42; &#64;&#42;&#42;all&#42;&#42;"));
  });

  test("a user's description links only channels that its author may know of", async () => {
    const { hamlet, cordelia } = server.cast;
    const secret = await createChannel(hamlet, { invite_only: true, name: "marker-vault" });
    const description = "see #**marker-vault** and #**general**, **now**";
    const rendered = async (who: CastMember) => {
      const { id } = await createChannel(who, { description });
      const { stream } = await who.call("GET /streams/{stream_id}", { stream_id: id });
      const narrow = [{ operator: "channel", operand: id }];
      const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: 1, narrow });
      assert.match(stream.rendered_description, /<strong>now<\/strong>/);
      return [stream.rendered_description, messages[0]?.content ?? ""];
    };
    const link = `data-stream-id="${secret.id}"`;
    for (const html of await rendered(hamlet)) assert.ok(html.includes(link));
    for (const html of await rendered(cordelia)) {
      assert.ok(!html.includes(link));
      assert.match(html, /class="stream" data-stream-id="\d+" href="[^"]+">#general<\/a>/);
    }
  });
});
