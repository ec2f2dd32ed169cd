import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { freePort } from "../../../../test/harness/free-ports.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { open } from "#domains/files/test-support.ts";
import { mailSender, type SendMail } from "./test-support.ts";

const PART = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
const MIXED = { "MIME-Version": "1.0", "Content-Type": "multipart/mixed; boundary=x" };

suite("mail to a channel", () => {
  let server: TestServer;
  let send: SendMail;
  before(async () => {
    const port = await freePort();
    server = await startTestServer({ flags: ["--mail-in-port", port, "--mail-in-domain", "in.example.com"] });
    send = mailSender(port);
  });

  const addressOf = async (who: CastMember, stream_id: number, args: { sender_id?: number } = {}) =>
    (await who.call("GET /streams/{stream_id}/email_address", { stream_id, ...args })).email;
  const messagesIn = async (who: CastMember, channel: string) => {
    const narrow = [{ operator: "channel", operand: channel }];
    const args = { anchor: "newest" as const, num_before: 50, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await who.call("GET /messages", args);
    return messages.filter(({ client }) => client === "Mail");
  };
  const newChannel = async (name: string, args: object = {}) => {
    const { hamlet, othello } = server.cast;
    const { id } = await createChannel(hamlet, { name, subscribers: [hamlet.id, othello.id], ...args });
    return { id, address: await addressOf(hamlet, id) };
  };

  test("becomes a message of the user whose address it is, with the subject as topic and who wrote it", async () => {
    const { hamlet, othello } = server.cast;
    const { address } = await newChannel("post");
    assert.match(address, /^channel\.[a-z0-9.]+@in\.example\.com$/);
    assert.ok(address.split("@")[0]!.length <= 64);
    assert.deepEqual(
      await send(address.toUpperCase(), { headers: { Subject: "Re: AW: How =?utf-8?q?d=C3=B6es?= he" } }),
      [250],
    );
    const [message] = await messagesIn(othello, "post");
    assert.deepEqual(
      [message?.sender_id, message?.subject, message?.content],
      [hamlet.id, "How döes he", "By mail from **Ophelia** (ophelia@example.com):\n\nGood my lord."],
    );
  });

  test("is posted once, however often it is sent, and notifies nobody", async () => {
    const { othello } = server.cast;
    const { address } = await newChannel("once");
    const headers = { "Message-ID": "<the-same@example.com>" };
    const body = "@**all** @**Othello** look\r\n";
    assert.deepEqual(await send(address, { headers, body }), [250]);
    assert.deepEqual(await send(address, { headers, body }), [250]);
    const messages = await messagesIn(othello, "once");
    assert.equal(messages.length, 1);
    assert.deepEqual(messages[0]?.flags, []);
    const unnamed = "From: o@example.com\r\nSubject: x\r\n\r\nno ID";
    await send(address, { raw: unnamed });
    await send(address, { raw: unnamed });
    assert.equal((await messagesIn(othello, "once")).length, 2);
  });

  test("keeps its attachments as files of that user, for the readers of the channel", async () => {
    const { othello, cordelia } = server.cast;
    const { address } = await newChannel("files", { invite_only: true });
    const body =
      PART("Content-Type: text/plain", "See there.") +
      PART(
        'Content-Type: text/plain; name="a\0b.txt"\r\nContent-Disposition: attachment; filename="=?utf-8?q?=C3=BC=2Etxt?="\r\nContent-Transfer-Encoding: base64',
        "aGVsbG8=",
      ) +
      "--x--\r\n";
    assert.deepEqual(await send(address, { headers: MIXED, body }), [250]);
    const [message] = await messagesIn(othello, "files");
    assert.match(message?.content ?? "", /See there\.\n\n\[ü\.txt\]\(\/user_uploads\/\S+\)$/);
    const [, url = ""] = /\((\/user_uploads[^)]+)\)/.exec(message?.content ?? "") ?? [];
    assert.equal((await open(server, othello, url)).bytes.toString(), "hello");
    assert.equal((await open(server, cordelia, url)).status, 403);
  });

  test("comes as text from HTML, without what it quotes", async () => {
    const { othello } = server.cast;
    const { address } = await newChannel("html");
    const html =
      "<html><head><style>p{}</style></head><body><p>Good <b>my</b> lord,</p><ul><li>one<li>two</ul>" +
      '<a href="https://example.com/x?a=1&amp;b=2">see</a> &lt;there&gt;<script>alert(1)</script>' +
      "<blockquote>You wrote something</blockquote></body></html>";
    await send(address, { headers: { "Content-Type": "text/html; charset=utf-8" }, body: html });
    const [message] = await messagesIn(othello, "html");
    const words = message?.content.split("\n").slice(2).join("\n");
    assert.equal(words, "Good my lord,\n\n* one\n* two\n\nsee (https://example.com/x?a=1&b=2) <there>");
  });

  test("is refused at an address that nobody gave out, or whose user has lost what it needs", async () => {
    const { hamlet, othello, iago } = server.cast;
    const { id, address } = await newChannel("closed", { invite_only: true });
    const wrong = address.replace(/.@/, (end) => (end === "a@" ? "b@" : "a@"));
    for (const unknown of [wrong, address.replace("in.example.com", "other.example.com"), "hamlet@in.example.com"])
      assert.deepEqual(await send(unknown), [550], unknown);
    const bot = await othello.call("POST /bots", { full_name: "Post", short_name: "post" });
    const ofBot = await addressOf(othello, id, { sender_id: bot.user_id });
    const before = (await othello.call("GET /attachments")).attachments.length;
    const ofOthello = await addressOf(othello, id);
    const attached = { headers: MIXED, body: `${PART("Content-Disposition: attachment; filename=x", "x")}--x--\r\n` };
    assert.deepEqual(await send(ofOthello, attached), [250]);
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: ["closed"] });
    assert.deepEqual(await send(ofOthello, attached), [550]);
    assert.equal((await othello.call("GET /attachments")).attachments.length, before + 1);
    assert.deepEqual(await send(ofBot), [550]);
    const { api_key } = await hamlet.call("POST /users/me/api_key/regenerate");
    assert.deepEqual(await send(address), [550]);
    const renewed = { ...hamlet, ...server.as(hamlet.email, api_key) };
    assert.deepEqual(await send(await addressOf(renewed, id)), [250]);
    await iago.call("DELETE /streams/{stream_id}", { stream_id: id });
    assert.deepEqual(await send(await addressOf(renewed, (await createChannel(renewed, { name: "last" })).id)), [250]);
  });

  test("of a machine that answers, of a bounce or of Parley itself is taken and dropped; reports arrive", async () => {
    const { othello } = server.cast;
    const { id } = await createChannel(othello, { name: "loops" });
    const address = await addressOf(othello, id);
    for (const headers of [
      { "Auto-Submitted": "auto-replied (vacation)" },
      { "Parley-Notification": "yes" },
      { "Content-Type": "multipart/report; report-type=delivery-status; boundary=x" },
      { Precedence: "auto_reply" },
      { From: "" },
    ])
      assert.deepEqual(await send(address, { headers }), [250], JSON.stringify(headers));
    assert.deepEqual(await send(address, { envelopeFrom: "" }), [250]);
    const received = Array.from({ length: 51 }, () => "Received: from a by b\r\n").join("");
    assert.deepEqual(await send(address, { raw: `${received}From: o@example.com\r\n\r\nround` }), [250]);
    assert.deepEqual(await messagesIn(othello, "loops"), []);
    const report = { "Auto-Submitted": "auto-generated", Precedence: "bulk", "List-Id": "<x.example.com>" };
    await send(address, { headers: report });
    assert.equal((await messagesIn(othello, "loops")).length, 1);
  });

  test("is tried again by the other server while the database fails, and arrives then", async () => {
    const { othello } = server.cast;
    const { id } = await createChannel(othello, { name: "later" });
    const address = await addressOf(othello, id);
    const { sql } = server.database;
    await sql.unsafe(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on message for each row execute function no_room()`);
    const headers = { "Message-ID": "<patient@example.com>" };
    assert.deepEqual(await send(address, { headers }), [451]);
    await sql.unsafe("drop trigger no_room on message");
    assert.deepEqual(await send(address, { headers }), [250]);
    assert.equal((await messagesIn(othello, "later")).length, 1);
  });

  test("that is made to harm is refused or shown as what it is", async () => {
    const { othello } = server.cast;
    const { id } = await createChannel(othello, { name: "hostile" });
    const address = await addressOf(othello, id);
    const from = "From: o@example.com\r\n";
    const nested = Array.from(
      { length: 60 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    const refused: [string, string | Buffer, number][] = [
      [
        "many parts",
        `${from}Content-Type: multipart/mixed; boundary=x\r\n\r\n${"--x\r\n\r\na\r\n".repeat(600)}--x--\r\n`,
        554,
      ],
      ["line ends", Buffer.concat([Buffer.from(`${from}\r\n`), Buffer.alloc(500_000, "\n")]), 554],
      ["nested parts", from + nested.join(""), 554],
      ["a long header", `${from}${"X: y\r\n".repeat(60_000)}\r\nhi`, 554],
      [
        "too large",
        Buffer.concat([Buffer.from(`${from}\r\n`), Buffer.alloc(26 * 1024 * 1024, `${"a".repeat(76)}\r\n`)]),
        552,
      ],
    ];
    for (const [what, raw, code] of refused) assert.deepEqual(await send(address, { raw }), [code], what);
    for (const raw of [
      `${from}Subject: a\0b\u202e\r\n\r\nx\0y\u0007`,
      Buffer.concat([
        Buffer.from(`${from}Content-Type: text/plain; charset=no-such\r\n\r\n`),
        Buffer.from([0xff, 0xfe, 0x80]),
      ]),
      `${from}Content-Transfer-Encoding: base64\r\n\r\n!!!!not base64`,
      `${from}Subject: ${"=?utf-8?q?=41?= ".repeat(3000)}\r\n\r\n${"long ".repeat(10_000)}`,
      `${from}Content-Type: text/html\r\n\r\n${"<br".repeat(100_000)}`,
    ])
      assert.deepEqual(await send(address, { raw }), [250]);
    const messages = await messagesIn(othello, "hostile");
    assert.equal(messages.length, 5);
    for (const { content, subject } of messages) {
      for (const bad of ["\0", "\u0007", "\u202E"]) assert.ok(!(content + subject).includes(bad));
    }
    assert.ok(messages.every(({ content, subject }) => content.length <= 10_000 && subject.length <= 60));
  });
});
