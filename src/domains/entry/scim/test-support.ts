import assert from "node:assert/strict";
import { request } from "node:http";
import type { TestServer } from "../../../../test/harness/server.ts";
import { PATCH_OP, SCIM_PATH } from "./protocol/urns.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly json: Json;
  readonly text: string;
}

/** A directory with a token, which sends requests. */
export interface Directory {
  readonly token: string;
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ScimAnswer>;
  /** The same, and it must succeed. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Json>;
  /** The IDs that a filter finds. */
  readonly found: (kind: "Users" | "Groups", filter: string) => Promise<string[]>;
  readonly patch: (path: string, ...operations: readonly object[]) => Promise<ScimAnswer>;
}

export async function addToken(server: TestServer, name = "directory"): Promise<string> {
  return (await server.cast.desdemona.call("POST /realm/scim_tokens", { name })).token;
}

export const directoryAt = async (server: TestServer, agent?: string): Promise<Directory> =>
  directoryWith(server, await addToken(server), agent);

/** Sends what directories send: as `application/scim+json`, by Bearer. `host` is that of another organization. */
export function directoryWith(
  { url }: TestServer,
  token: string,
  agent = "Okta SCIM Client 1.0.0",
  host?: string,
): Directory {
  const send: Directory["send"] = (method, path, body, more = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        "user-agent": agent,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/scim+json; charset=utf-8" }),
        ...(host !== undefined && { host }),
        ...more,
      };
      const sent = request(
        `${url}${path.startsWith("/scim") ? path : SCIM_PATH + path}`,
        { method, headers },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (data) => (text += String(data)));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text,
              json: text === "" ? {} : (JSON.parse(text) as Json),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    });
  return {
    token,
    send,
    async ok(method, path, body) {
      const { status, json, text } = await send(method, path, body);
      assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
      return json;
    },
    async found(kind, filter) {
      const { status, json, text } = await send("GET", `/${kind}?filter=${encodeURIComponent(filter)}`);
      assert.equal(status, 200, text);
      const resources = json["Resources"] as readonly { readonly id: string }[];
      assert.equal(json["totalResults"], resources.length);
      return resources.map(({ id }) => id);
    },
    patch: (path, ...operations) => send("PATCH", path, { schemas: [PATCH_OP], Operations: operations }),
  };
}
