import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { basic } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

/** More than make the server patient. */
const MANY = 30;
const PATIENT_AFTER_MS = 600;

/** How a client can say the same. */
const FORMS = ["whole", "in two pieces", "with another request behind it", "and then nothing more"] as const;
type Form = (typeof FORMS)[number];

const report = ({ cast }: TestServer, body: string): string =>
  "POST /api/v1/users/me/presence HTTP/1.1\r\nHost: localhost\r\n" +
  `Authorization: ${basic(cast.hamlet.email, cast.hamlet.apiKey)}\r\n` +
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Whatever comes back within the connection, until there are so many answers or no more. */
async function ask(server: TestServer, request: string, form: Form): Promise<string[]> {
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  const wanted = form === "with another request behind it" ? 2 : 1;
  if (form === "in two pieces") {
    socket.write(request.slice(0, -5));
    await sleep(20);
    socket.write(request.slice(-5));
  } else socket.write(request.repeat(wanted));
  if (form === "and then nothing more") socket.end();
  let heard = "";
  for await (const data of socket) {
    heard += String(data);
    if (statusesIn(heard).length === wanted && heard.trimEnd().endsWith("}")) break;
  }
  socket.destroy();
  return statusesIn(heard);
}

const statusesIn = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

suite("many requests that nobody waits for", () => {
  test("all are answered, however they are said, and bad ones are refused", async () => {
    const server = await startTestServer();
    const good = report(server, "status=active&ping_only=true");
    const bad = report(server, "status=asleep");
    for (let round = 0; round < 3; round += 1) {
      // Those of the first round are served at once, the others are put off.
      if (round === 1) await sleep(PATIENT_AFTER_MS);
      await Promise.all(
        Array.from({ length: MANY }, async (_, index) => {
          const form = FORMS[index % FORMS.length] as Form;
          const [request, status] = index % 3 === 0 ? [bad, "HTTP/1.1 400"] : [good, "HTTP/1.1 200"];
          const expected = form === "with another request behind it" ? [status, status] : [status];
          assert.deepEqual(await ask(server, request, form), expected, form);
        }),
      );
    }
  });

  test("whatever else is said meanwhile is heard afterwards", async () => {
    const server = await startTestServer();
    const bare = report(server, "");
    const chunked = bare.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    const long = `status=active&ping_only=true&x=${"x".repeat(64 * 1024)}`.slice(0, 64 * 1024);
    const asked: [request: string, form: Form, expected: string[]][] = [
      [`${chunked}d\r\nstatus=active\r\n0\r\n\r\n`, "in two pieces", ["HTTP/1.1 200"]],
      [bare.replace("Content-Length: 0", "Content-Length: 13"), "and then nothing more", []],
      [report(server, long), "in two pieces", ["HTTP/1.1 200"]],
    ];
    await Promise.all(Array.from({ length: MANY }, () => ask(server, bare, "whole")));
    await sleep(PATIENT_AFTER_MS);
    await Promise.all(
      asked.map(async ([request, form, expected]) => assert.deepEqual(await ask(server, request, form), expected)),
    );
  });

  test("a server that stops answers those that it had put off", async () => {
    const server = await startTestServer();
    const request = report(server, "status=active&ping_only=true");
    const all = () => Promise.all(Array.from({ length: MANY }, () => ask(server, request, "whole")));
    await all();
    await sleep(PATIENT_AFTER_MS);
    const answers = all();
    await sleep(100);
    await server.stop();
    for (const statuses of await answers) assert.deepEqual(statuses, ["HTTP/1.1 200"]);
  });
});
