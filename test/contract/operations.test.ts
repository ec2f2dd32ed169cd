import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { problem } from "#platform/schema/check.ts";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { ERROR_STATUS } from "#platform/errors.ts";
import { type MailBox, startMailBox } from "../harness/mail.ts";
import { atHost, raw } from "../harness/raw.ts";
import { until } from "../harness/until.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { createWorld, type World } from "../security/authorization/world.ts";
import { goodCalls, jwtFlags } from "./good-calls.ts";
import { messageRefusals } from "./refusals/messages.ts";
import { organizationRefusals } from "./refusals/organization.ts";
import { peopleRefusals } from "./refusals/people.ts";
import { personalRefusals } from "./refusals/personal.ts";
import type { RefusedCall, RefusedCalls } from "./refusals/row.ts";

const refusals: RefusedCalls = {
  ...peopleRefusals,
  ...organizationRefusals,
  ...messageRefusals,
  ...personalRefusals,
};

/** In the order of the table, because its last rows change everything for good. */
const names = Object.keys(table) as OperationName[];
const declared = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

interface OpenApiOperation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

suite("contract: every operation", () => {
  let world: World;
  let mail: MailBox;
  let paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** The push relay, Zoom and its API. */
  const others = createServer((request, response) => {
    const isMeeting = request.url === "/v2/users/me/meetings";
    const tokens = { access_token: "a", refresh_token: "r", expires_in: 3600 };
    const answer = { ...tokens, join_url: "https://zoom.example/j/1", device_id: 7 };
    request.resume().on("end", () => response.writeHead(isMeeting ? 201 : 200).end(JSON.stringify(answer)));
  });
  before(async () => {
    await once(others.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${(others.address() as AddressInfo).port}`;
    mail = await startMailBox();
    world = await createWorld([
      ...["--development", "on", "--outbound-allow-private", "on"],
      ...jwtFlags(),
      ...["--smtp-url", mail.env["PARLEY_SMTP_URL"] ?? "", "--push-relay-url", `http://name:key@${host}`],
      ...["--bigbluebutton-url", `http://${host}`, "--bigbluebutton-secret", "a secret"],
      ...["--zoom-client-id", "app", "--zoom-client-secret", "secret"],
      ...["--zoom-url", `http://${host}`, "--zoom-api-url", `http://${host}`],
    ]);
    paths = (await raw(`${world.server.url}/api/v1/openapi.json`)).json["paths"] as typeof paths;
    await createOrganization(world.server.database.sql, {
      subdomain: "lear",
      name: "Lear",
      owner: { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" },
    });
  });
  after(async () => {
    await world.server.stop();
    await mail.close();
    others.closeAllConnections();
    others.close();
  });

  test("of the OpenAPI document has a call that succeeds and one that is refused", () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith("/api/v1/")
        ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice("/api/v1".length)}`)
        : [],
    );
    assert.deepEqual(
      documented.filter((name) => !(name in table)),
      [],
      "see test/security/authorization",
    );
    assert.deepEqual(
      documented.filter((name) => !(name in refusals)),
      [],
      "see test/contract/refusals",
    );
    assert.deepEqual(
      Object.keys(refusals).filter((name) => !documented.includes(name)),
      [],
    );
  });

  for (const name of names) {
    test(`${name} refuses what is wrong with its exact code, and answers a good call as declared`, async () => {
      await refuses(name, refusals[name] as RefusedCall);
      await answers(name, table[name] as unknown as Row);
    });
  }

  async function refuses(name: OperationName, [code, args, more = {}]: RefusedCall) {
    const { by = "owner", status } = more;
    const { client } = world.actors[by];
    const given = typeof args === "function" ? await args(world) : args;
    const refused = name === "GET /server_settings" ? await refusedElsewhere() : await client.refused(name, given);
    assert.deepEqual([refused.status, refused.code], [status ?? ERROR_STATUS[code], code], String(refused.body["msg"]));
    assert.equal(refused.body["result"], "error");
    const [method = "", path = ""] = name.split(" ");
    const documented = paths[`/api/v1${path}`]?.[method.toLowerCase()]?.responses ?? {};
    assert.ok(
      Object.values(documented).some(({ description }) => description.includes(code)),
      `${code} is documented`,
    );
  }

  /** The only reason to refuse what clients ask first is that there is no such organization. */
  async function refusedElsewhere() {
    const { status, text } = await until(
      () => atHost(world.server.url, "nobody.localhost", "/api/v1/server_settings"),
      (answer) => answer.status !== 200,
    );
    const body = JSON.parse(text) as Record<string, unknown>;
    return { status, code: body["code"], body };
  }

  async function answers(name: OperationName, [gate, args, more]: Row) {
    const special = goodCalls[name];
    const actor = world.actors[ROLES.find((role) => gate[role] === undefined) ?? "owner"];
    const answer = (await (special === undefined
      ? actor.client.call(name, await args?.(world, actor))
      : special(world))) as Record<string, unknown>;
    assert.deepEqual([answer["result"], answer["msg"]], ["success", ""]);
    const schema = declared.get(name)?.resultSchema;
    assert.ok(schema !== undefined);
    assert.equal(problem(schema, answer, name), undefined);
    if (special === undefined) await more?.undo?.(world, actor, answer);
  }
});
