import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { REALM_ID, SECRET } from "../../../../test/harness/cast.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { freePort } from "../../../../test/harness/free-ports.ts";
import type { CastMember } from "../../../../test/harness/server.ts";
import { readConfig } from "#config/config.ts";
import type { User } from "#engine/model/records.ts";
import { createKeys } from "#platform/keys.ts";
import { mailStage } from "#domains/notifications/test-support.ts";
import { replyAddress } from "#domains/records/channels/mail-address.ts";
import { mailSender, recipientCodes, type SendMail } from "./test-support.ts";

suite("a reply to a mail about missed messages", () => {
  let send: SendMail;
  let port: string;
  const stage = mailStage(async () => {
    port = await freePort();
    send = mailSender(port, true);
    return { flags: ["--mail-in-port", port, "--mail-in-protocol", "lmtp"], rateLimit: "on" };
  });

  const newest = async (who: CastMember) => {
    const { messages } = await who.call("GET /messages", {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    return messages[0];
  };
  const as = ({ email }: CastMember) => `Somebody <${email}>`;
  /** The address for answers in the mail about a message. */
  const mailed = async (reader: CastMember, saying: RegExp) => {
    await stage.mailed();
    const { text = "" } = stage.mailsTo(reader).find((mail) => saying.test(mail.text)) ?? {};
    assert.match(text, /^Auto-Submitted: auto-generated\r?$/m);
    assert.match(text, /Reply to this email to answer/);
    return /^Reply-To: (\S+)\r?$/m.exec(text)?.[1] ?? "";
  };
  const addressAt = (userId: number, messageId: number, now: number) => {
    const site = {
      config: readConfig(["--mail-in-port", "1", "--public-url", "https://chat.elsinore.example"], {}),
      keys: createKeys(SECRET),
    };
    return replyAddress(site, REALM_ID, messageId, { id: userId, keyGeneration: 1 } as User, now);
  };

  test("goes to the conversation, in the name of the reader, and only from their own address", async () => {
    const { hamlet, othello } = stage.server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "are you there" });
    const address = await mailed(othello, /are you there/);
    const body =
      "I am.\r\n\r\nOn Monday, Hamlet\r\n<noreply@localhost> wrote:\r\n> are you there\r\n\r\n-- \r\nOthello\r\n";
    assert.deepEqual(await send(address, { from: as(hamlet), body }), [550]);
    assert.deepEqual(
      await send(address, { from: as(othello), headers: { "Auto-Submitted": "auto-generated" } }),
      [250],
    );
    assert.equal((await newest(hamlet))?.id, id);
    assert.deepEqual(await send(address, { from: as(othello), body }), [250]);
    const message = await newest(hamlet);
    assert.deepEqual([message?.sender_id, message?.type, message?.content], [othello.id, "private", "I am."]);
  });

  test("follows a topic that was moved, and ends with the message, the rights of the reader or its time", async () => {
    const { hamlet, othello } = stage.server.cast;
    const { id: channel } = await createChannel(hamlet, { name: "moved", subscribers: [hamlet.id, othello.id] });
    const place = { type: "channel" as const, to: channel, topic: "before" };
    const { id } = await hamlet.call("POST /messages", { ...place, content: "@**Othello** look" });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, topic: "after" });
    const now = Math.floor(Date.now() / 1000);
    const address = addressAt(othello.id, id, now);
    const from = as(othello);
    assert.deepEqual(await send(address, { from, body: "@**Hamlet** I see" }), [250]);
    const message = await newest(hamlet);
    assert.deepEqual([message?.subject, message?.content], ["after", "@**Hamlet** I see"]);
    assert.ok(message?.flags.includes("mentioned"), "a user may mention people by mail as in any other way");
    assert.deepEqual(await send(addressAt(othello.id, id, now - 32 * 86_400), { from }), [550]);
    const unread = addressAt(stage.server.cast.cordelia.id, 999_999, now);
    assert.deepEqual(await send([address, unread], { from }), [250, 550]);
    await hamlet.call("DELETE /messages/{message_id}", { message_id: id });
    assert.deepEqual(await send(address, { from }), [550]);
  });

  test("is slowed down if there are too many", async () => {
    const { hamlet, othello } = stage.server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "once more" });
    const address = addressAt(othello.id, id, Math.floor(Date.now() / 1000));
    const codes = await recipientCodes(port, address, 61);
    assert.deepEqual([codes.indexOf("451"), new Set(codes)], [60, new Set(["250", "451"])]);
    // One sender may write to several addresses, and not for each of them as much as that.
    const now = Math.floor(Date.now() / 1000);
    const { cordelia, iago } = stage.server.cast;
    const others = [];
    for (const { id: user } of [cordelia, iago])
      others.push(...(await recipientCodes(port, addressAt(user, id, now), 60)));
    assert.ok(others.indexOf("451") > 30 && others.indexOf("451") < 90, `at ${others.indexOf("451")}`);
  });
});
