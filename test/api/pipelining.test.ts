import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { basic } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";

test("CVE-2024-41671: pipelined requests of two users get their own responses, in order", async () => {
  const server = await startTestServer();
  const { hamlet, othello } = server.cast;
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  const people = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? hamlet : othello));
  for (const person of people) {
    socket.write(
      `GET /api/v1/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(person.email, person.apiKey)}\r\n\r\n`,
    );
  }
  let text = "";
  for await (const data of socket) {
    text += String(data);
    if ((text.match(/"full_name"/g) ?? []).length === people.length) break;
  }
  socket.destroy();
  const names = [...text.matchAll(/"full_name":"(\w+)"/g)].map((match) => match[1]);
  assert.deepEqual(
    names,
    people.map(({ fullName }) => fullName),
  );
});
