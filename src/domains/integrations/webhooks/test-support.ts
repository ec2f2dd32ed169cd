import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before } from "node:test";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** For a suite: a server, and a receiver in the test process that its bots call, with a behaviour for each bot. */
export function webhookStage() {
  let server: TestServer;
  const received: Received[] = [];
  const behaviours = new Map<string, (response: ServerResponse) => void>();
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body });
      (behaviours.get(path) ?? ((answer) => answer.end("{}")))(response);
    });
  });
  let receiverUrl = "";
  before(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    server = await startTestServer({ env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" }, isSeparate: true });
  });
  after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  let made = 0;
  const createBot = async (
    owner: CastMember,
    behave: (response: ServerResponse) => void,
    args: { interface_type?: number; payload_url?: string } = {},
  ) => {
    const path = `/bot${(made += 1)}`;
    behaviours.set(path, behave);
    const full_name = `Oracle ${made}`;
    const short_name = `oracle${made}`;
    const payload_url = JSON.stringify(receiverUrl + path);
    const { user_id, api_key } = await owner.call("POST /bots", {
      full_name,
      short_name,
      bot_type: 3,
      payload_url,
      ...args,
    });
    const email = `${short_name}-bot@localhost`;
    return {
      path,
      full_name,
      id: user_id,
      email,
      client: server.as(email, api_key),
      mention: `@**${full_name}|${user_id}**`,
    };
  };
  const says = (answer: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(answer));
  const at = (path: string) => received.filter((request) => request.path === path);
  const sendDirect = (who: CastMember, to: number[], content: string) =>
    who.call("POST /messages", { type: "direct", to, content });
  const between = (who: CastMember, id: number) => newestMessages(who, [{ operator: "dm", operand: [id] }]);
  const replyTo = (who: CastMember, bot: { id: number }, afterId: number, seconds?: number) =>
    until(
      async () => (await between(who, bot.id)).filter(({ id, sender_id }) => id > afterId && sender_id === bot.id),
      (list) => list.length > 0,
      seconds,
    );

  return {
    get server() {
      return server;
    },
    /** Continues with another server. */
    goOn(next: TestServer) {
      server = next;
    },
    behaviours,
    createBot,
    says,
    at,
    sendDirect,
    between,
    replyTo,
  };
}
