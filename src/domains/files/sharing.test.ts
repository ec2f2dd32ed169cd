import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createChannel } from "../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { storageEnv, suiteOverStorages } from "../../../test/harness/storage.ts";
import { until } from "../../../test/harness/until.ts";
import { keepsFiles, open, upload } from "./test-support.ts";

suiteOverStorages("files in messages", (storage) => {
  let server: TestServer;
  let secret: number;
  before(async () => {
    server = await startTestServer({ env: await storageEnv(storage) });
    const { hamlet, othello } = server.cast;
    ({ id: secret } = await createChannel(hamlet, {
      name: "secret",
      invite_only: true,
      subscribers: [hamlet.id, othello.id],
    }));
  });

  const post = async (who: CastMember, to: string | number[], content: string) => {
    const place =
      typeof to === "string" ? { type: "channel" as const, to, topic: "t" } : { type: "direct" as const, to };
    return (await who.call("POST /messages", { ...place, content })).id;
  };
  const linkTo = (url: string) => `See [the file](${url}).`;
  const sees = async (who: CastMember, url: string) => {
    const { status } = await open(server, who, url);
    assert.ok(status === 200 || status === 403 || status === 404);
    return status === 200;
  };
  const messagesOf = async (who: CastMember, url: string) => {
    const { attachments } = await who.call("GET /attachments");
    return attachments.find(({ path_id: path }) => url.endsWith(path))?.messages.map(({ id }) => id);
  };
  const narrowed = async (who: CastMember, operand: string) => {
    const narrow = [{ operator: "has", operand }];
    const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
    return messages.map(({ id }) => id);
  };

  test("only its owner opens a file until a message shares it, and then the readers of that message", async () => {
    const { hamlet, othello, cordelia, polonius } = server.cast;
    const url = await upload(server, hamlet);
    assert.deepEqual([await sees(hamlet, url), await sees(othello, url)], [true, false]);
    const events = await keepsFiles(hamlet, () => post(hamlet, [othello.id], linkTo(url)));
    assert.deepEqual(
      events.map(({ op }) => op),
      ["update"],
    );
    assert.deepEqual([await sees(othello, url), await sees(cordelia, url)], [true, false]);
    await post(hamlet, "general", linkTo(url));
    assert.deepEqual([await sees(cordelia, url), await sees(polonius, url)], [true, false]);
    assert.equal((await open(server, undefined, url)).status, 401);
  });

  test("an owner gets the event of a file before the message that shares it", async () => {
    const { hamlet } = server.cast;
    const url = await upload(server, hamlet);
    const queue = await hamlet.register({ event_types: ["message", "attachment"] });
    const id = await post(hamlet, "general", linkTo(server.url.replace("127.0.0.1", "localhost") + url));
    const events = await hamlet.drain(queue);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["attachment", "message"],
    );
    const [file, message] = events as unknown as [
      { attachment: { messages: { id: number; date_sent: number }[] } },
      { message: { timestamp: number } },
    ];
    assert.deepEqual(file.attachment.messages, [{ id, date_sent: message.message.timestamp * 1000 }]);
  });

  test("an author's edit shares files and unshares them, and returns those that no message has any more", async () => {
    const { hamlet, othello } = server.cast;
    const [first, second] = [await upload(server, hamlet), await upload(server, hamlet)];
    const message_id = await post(hamlet, "general", `${linkTo(first)} And [more](${first}).`);
    const edit = (content: string) => hamlet.call("PATCH /messages/{message_id}", { message_id, content });
    let detached: { path_id: string; messages: unknown[] }[] = [];
    await keepsFiles(hamlet, async () => ({ detached_uploads: detached } = await edit(linkTo(second))));
    assert.deepEqual(
      detached.map(({ path_id, messages }) => [`/user_uploads/${path_id}`, messages]),
      [[first, []]],
    );
    assert.deepEqual([await sees(othello, first), await sees(othello, second)], [false, true]);
    assert.deepEqual([await messagesOf(hamlet, first), await messagesOf(hamlet, second)], [[], [message_id]]);
    const other = await post(hamlet, "general", linkTo(second));
    assert.deepEqual((await edit("Nothing.")).detached_uploads, []);
    assert.deepEqual(await messagesOf(hamlet, second), [other]);
    assert.ok(!(await narrowed(hamlet, "attachment")).includes(message_id));
    await edit(linkTo(first));
    assert.ok((await narrowed(hamlet, "attachment")).includes(message_id));
    assert.equal(await sees(othello, first), true);
  });

  test("a reader finds messages with files by has:attachment, but not those whose link shares nothing", async () => {
    const { hamlet, othello } = server.cast;
    const [url, own] = [await upload(server, hamlet), await upload(server, othello)];
    const shared = await post(hamlet, "general", linkTo(url));
    const foreign = await post(hamlet, "general", linkTo(own));
    const absent = await post(hamlet, "general", linkTo(`${url}x`));
    const quoted = await post(hamlet, "general", `\`${url}\``);
    const found = await narrowed(othello, "attachment");
    assert.deepEqual(
      [shared, foreign, absent, quoted].map((id) => found.includes(id)),
      [true, false, false, false],
    );
    const { attachments } = await hamlet.call("GET /attachments");
    const attachment_id = attachments.find(({ path_id: path }) => url.endsWith(path))?.id ?? 0;
    await hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id });
    assert.ok(!(await narrowed(othello, "attachment")).includes(shared));
    assert.equal((await othello.call("GET /messages/{message_id}", { message_id: shared })).raw_content, linkTo(url));
  });

  test("CVE-2026-3473: a user who posts a link to a file that they may not open does not share it", async () => {
    const { hamlet, cordelia, othello } = server.cast;
    const url = await upload(server, hamlet);
    await post(hamlet, "secret", linkTo(url));
    await keepsFiles(hamlet, async () => {
      const id = await post(cordelia, [cordelia.id], linkTo(url));
      await cordelia.call("PATCH /messages/{message_id}", { message_id: id, content: `Again: ${linkTo(url)}` });
    });
    assert.equal(await sees(cordelia, url), false);
    assert.equal((await messagesOf(hamlet, url))?.length, 1);
    // A user who may open the file may share it, and its owner gets an event.
    const events = await keepsFiles(hamlet, () => post(othello, [cordelia.id], linkTo(url)));
    assert.equal(events.length, 1);
    assert.equal(await sees(cordelia, url), true);
  });

  test("CVE-2026-4265: a user shares a file only where they may post", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const url = await upload(server, cordelia);
    await keepsFiles(cordelia, async () => {
      await assert.rejects(post(cordelia, "secret", linkTo(url)), { code: "STREAM_DOES_NOT_EXIST" });
    });
    assert.deepEqual([await sees(hamlet, url), await sees(othello, url)], [false, false]);
  });

  test("a reader opens a file after any number of messages with it that they may not read", async () => {
    const { hamlet, othello } = server.cast;
    const [url, other] = [await upload(server, hamlet), await upload(server, hamlet)];
    await post(hamlet, [othello.id], `${linkTo(url)} ${linkTo(other)}`);
    for (let at = 0; at < 101; at += 1) await post(hamlet, [hamlet.id], linkTo(url));
    assert.deepEqual([await sees(othello, url), await sees(othello, other)], [true, true]);
    assert.equal(await sees(server.cast.cordelia, url), false);
    const { attachments } = await hamlet.call("GET /attachments");
    assert.equal(attachments.find(({ path_id: path }) => url.endsWith(path))?.messages.length, 102);
  });

  test("a user who leaves a channel, or loses messages by a move, can no longer open their files", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const url = await upload(server, hamlet);
    const message_id = await post(hamlet, "general", linkTo(url));
    assert.deepEqual([await sees(cordelia, url), await sees(othello, url)], [true, true]);
    await hamlet.call("PATCH /messages/{message_id}", { message_id, stream_id: secret });
    assert.deepEqual([await sees(cordelia, url), await sees(othello, url)], [false, true]);
    await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: ["secret"], principals: [othello.id] });
    assert.equal(await sees(othello, url), false);
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "secret" }],
      principals: [othello.id],
    });
  });

  test("a user who subscribed later cannot open files of a protected history", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await createChannel(hamlet, {
      name: "protected",
      invite_only: true,
      history_public_to_subscribers: false,
      subscribers: [hamlet.id, othello.id],
    });
    const url = await upload(server, hamlet);
    await post(hamlet, "protected", linkTo(url));
    const subscriptions = [{ name: "protected" }];
    await hamlet.call("POST /users/me/subscriptions", { subscriptions, principals: [cordelia.id] });
    assert.deepEqual([await sees(othello, url), await sees(cordelia, url)], [true, false]);
  });

  test("an author who deletes a message takes its file from readers, and the owner keeps it and gets an event", async () => {
    const { hamlet, othello } = server.cast;
    const url = await upload(server, hamlet);
    const message_id = await post(hamlet, [othello.id], linkTo(url));
    const events = await keepsFiles(hamlet, () => hamlet.call("DELETE /messages/{message_id}", { message_id }));
    assert.equal(events.length, 1);
    assert.deepEqual([await sees(hamlet, url), await sees(othello, url)], [true, false]);
  });

  test("an author's scheduled message keeps its file private until it is sent", async () => {
    const { hamlet, othello } = server.cast;
    const url = await upload(server, hamlet);
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    const queue = await hamlet.register({ event_types: ["attachment"] });
    const { scheduled_message_id: id } = await hamlet.call("POST /scheduled_messages", {
      type: "direct",
      to: [othello.id],
      content: linkTo(url),
      scheduled_delivery_timestamp: inAnHour,
    });
    assert.deepEqual([await hamlet.drain(queue), await sees(othello, url)], [[], false]);
    await server.database.sql`update scheduled_message set deliver_at = now() where id = ${id}`;
    await until(
      () => sees(othello, url),
      (isThere) => isThere,
    );
    assert.equal((await messagesOf(hamlet, url))?.length, 1);
  });

  test("a user shares many files at once, by every spelling of their URL", async () => {
    const { hamlet, othello } = server.cast;
    const urls = await Promise.all(["a b.txt", "名前.txt", "c.txt"].map((name) => upload(server, hamlet, { name })));
    const [one = "", two = "", three = ""] = urls;
    const site = server.url.replace("127.0.0.1", "localhost");
    await post(hamlet, [othello.id], `${site}${one} [x](${encodeURI(two)}) ![sound](${three}) [again](${three})`);
    assert.deepEqual(await Promise.all(urls.map((url) => sees(othello, encodeURI(url)))), [true, true, true]);
  });
});
