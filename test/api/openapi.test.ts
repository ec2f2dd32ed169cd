import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { endpoints } from "../../src/app.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

interface Operation {
  readonly responses: Record<string, unknown>;
}

suite("the OpenAPI document", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("is valid, and names every endpoint with its answers", async () => {
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

  test("is shown on a page whose scripts come from our own origin", async () => {
    const page = await raw(`${server.url}/api`);
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
        // These read their own text, and bound it themselves.
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
