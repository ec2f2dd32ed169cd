import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { OPERATION_TAGS } from "#api/documentation/operation-tags.ts";
import { browserEndpoints, endpoints } from "../../src/app.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

interface Operation {
  readonly responses: Record<string, unknown>;
}

interface Tagged {
  readonly paths: Record<string, Record<string, { operationId: string; tags?: string[] }>>;
  readonly webhooks: Tagged["paths"];
  readonly tags: { name: string; description: string }[];
}

suite("the OpenAPI document", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("is valid, and names every endpoint with its responses", async () => {
    const { json } = await raw(`${server.url}/api/v1/openapi.json`);
    const { valid, errors } = await new Validator().validate(json);
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(json["openapi"], "3.1.0");
    const paths = json["paths"] as Record<string, Record<string, Operation>>;
    for (const { method, path, auth } of endpoints) {
      const operation = paths[`/api/v1${path}`]?.[method.toLowerCase()];
      assert.ok(operation, `${method} ${path}`);
      assert.ok("200" in operation.responses);
      if (auth !== "none") assert.ok("401" in operation.responses, `${method} ${path} may answer 401`);
    }
  });

  test("puts every operation into exactly one group, and has no unused group or path", async () => {
    const { json } = await raw(`${server.url}/api/v1/openapi.json`);
    const { paths, webhooks, tags } = json as unknown as Tagged;
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) => Object.values(path));
    assert.ok(operations.length >= endpoints.length + browserEndpoints.length);
    for (const { operationId, tags: own } of operations) assert.equal(own?.length, 1, operationId);
    const used = new Set(operations.flatMap(({ tags: own }) => own ?? []));
    assert.deepEqual([...used].sort(), tags.map(({ name }) => name).sort());
    for (const { description } of tags) assert.match(description, /^[A-Z].+\.$/);
    for (const prefix of OPERATION_TAGS.flatMap(({ paths: prefixes }) => prefixes)) {
      assert.ok(
        [...endpoints, ...browserEndpoints].some(({ path }) => `${path}/`.startsWith(`${prefix}/`)),
        `${prefix} is the path of nothing`,
      );
    }
  });

  test("is shown on a page whose scripts come from our own origin", async () => {
    const page = await raw(`${server.url}/api`);
    assert.equal((await raw(`${server.url}/api/`)).text, page.text);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'self'/);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    assert.equal(sources.length, 3);
    for (const source of sources) {
      assert.ok(source.startsWith("/api/"));
      const file = await raw(`${server.url}${source}`);
      assert.equal(file.status, 200);
      assert.ok(file.text.length > 50);
    }
  });

  test("every text, list and number that a client may send has a limit", () => {
    for (const { method, path, params } of endpoints) {
      for (const [name, param] of Object.entries(params)) {
        const unlimited = unlimitedPart(JSON.parse(JSON.stringify(param.schema)) as Schema, name);
        // These parse their own text, and limit it themselves.
        const isOwn = ["to", "anchor", "message_retention_days"].includes(name);
        if (!isOwn) assert.equal(unlimited, undefined, `${method} ${path}`);
      }
    }
  });
});

interface Schema {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: unknown[];
  readonly items?: Schema;
  readonly anyOf?: Schema[];
  readonly properties?: Record<string, Schema>;
}

function unlimitedPart(schema: Schema, at: string): string | undefined {
  if (schema.type === "string" && schema.maxLength === undefined && schema.enum === undefined) return at;
  if (schema.type === "array" && schema.maxItems === undefined) return at;
  const parts: [string, Schema][] = [
    ...(schema.items === undefined ? [] : [[`${at}[]`, schema.items] as [string, Schema]]),
    ...(schema.anyOf ?? []).map((form): [string, Schema] => [at, form]),
    ...Object.entries(schema.properties ?? {}).map(([name, part]): [string, Schema] => [`${at}.${name}`, part]),
  ];
  return parts.map(([name, part]) => unlimitedPart(part, name)).find((name) => name !== undefined);
}
