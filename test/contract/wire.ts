import assert from "node:assert/strict";
import { raw } from "../harness/raw.ts";
import type { CastMember, TestServer } from "../harness/server.ts";

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Requests as the contract describes them: queries for GET, form fields for the rest, JSON text for lists and objects. */
export function wire(server: TestServer) {
  return async (
    who: CastMember | undefined,
    method: string,
    path: string,
    params: Record<string, unknown> = {},
  ): Promise<Answered> => {
    const fields = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const isGet = method === "GET";
    const query = isGet && fields.size > 0 ? `?${fields.toString()}` : "";
    const { status, json } = await raw(`${server.url}/api/v1${path}${query}`, {
      method,
      ...(!isGet && { body: fields }),
      ...(who !== undefined && { as: who }),
    });
    assert.equal(json["result"], status === 200 ? "success" : "error", `${method} ${path}: ${JSON.stringify(json)}`);
    assert.equal(typeof json["msg"], "string");
    if (status === 200) assert.equal(json["msg"], "");
    else assert.equal(typeof json["code"], "string");
    return { status, body: json };
  };
}

export type Wire = ReturnType<typeof wire>;

/** The body of a response that must be a success. */
export async function ok(answer: Promise<Answered>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The body of a response that must be a refusal with a code. */
export async function refusal(answer: Promise<Answered>, code = "BAD_REQUEST", status = 400) {
  const { status: got, body } = await answer;
  assert.deepEqual([got, body["code"]], [status, code], JSON.stringify(body));
  return body;
}
