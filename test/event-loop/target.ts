import type { Endpoint } from "#api/endpoint.ts";
import type { OperationName } from "#client/client.ts";
import { JWT_ENTRY } from "../contract/good-calls.ts";
import { directoryWith } from "#domains/entry/scim/test-support.ts";
import { headerOf, PING, send } from "#domains/integrations/mcp/test-support.ts";
import type { CallerKind } from "../fuzz/callers.ts";
import { startSide } from "../fuzz/side.ts";
import type { TestDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-ports.ts";
import { startTestServer } from "../harness/server.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import type { GoodFields } from "../fuzz/generate.ts";
import { samlBy, signingKey } from "#domains/entry/sign-on/saml/test-support.ts";
import { signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import type { HeavyDirectory } from "./cases/directory-cases.ts";
import { type SamlTarget, SLUG } from "./cases/saml-cases.ts";
import type { KeysOfPages } from "./cases/page-cases.ts";
import type { Target } from "./holds.ts";
import { keysOfPages, samlTarget } from "./page-keys.ts";
import { endpointOf } from "./stored.ts";
import { watch, watchedStart } from "./watched.ts";

export interface WatchedServer {
  readonly target: Target;
  readonly goods: GoodFields;
  readonly keys: KeysOfPages;
  readonly saml: SamlTarget;
  readonly directory: HeavyDirectory;
  readonly database: TestDatabase;
  /** Somebody who may call an endpoint. */
  readonly callerOf: (endpoint: Endpoint) => CallerKind;
  readonly stop: () => Promise<void>;
}

/** A server in a process of its own, with a user of each role. */
export async function startTarget(): Promise<WatchedServer> {
  const { server: first, callers, goods } = await startSide();
  await first.stop();
  const { database } = first;
  const start = watchedStart();
  const mailPort = await freePort();
  // Nothing listens there: what is mailed waits.
  const providers = signOnFlags([samlBy(signingKey().certificate, {}, SLUG), JWT_ENTRY]);
  const flags = [
    ...providers,
    "--mail-in-port",
    mailPort,
    "--mail-in-domain",
    "in.example.com",
    "--smtp-url",
    "smtp://127.0.0.1:1",
  ];
  const server = await startTestServer({ database, isSeparate: true, env: start.env, flags });
  const { desdemona, hamlet } = server.cast;
  await desdemona.call("PATCH /realm", {
    invite_required: false,
    emails_restricted_to_domains: false,
    mcp_access: "everyone",
  });
  // The first request loads a library.
  await send(server, PING, { authorization: headerOf(hamlet) });
  const { invite_link: invitation } = await desdemona.call("POST /invites/multiuse", {});
  const { token } = await desdemona.call("POST /realm/scim_tokens", { name: "heavy" });
  const { json: group } = await directoryWith(server, token).send("POST", "/Groups", { displayName: "heavy group" });
  const directory = { token, userId: hamlet.id, groupId: Number(group["id"]) };
  const keys = await keysOfPages(database, new URL(invitation).pathname.split("/")[2] ?? "");
  const { email: address } = await hamlet.call("GET /streams/{stream_id}/email_address", {
    stream_id: Number(goods.get(endpointOf("GET /users/me/{stream_id}/topics"))?.["stream_id"]),
  });
  const target = {
    port: Number(new URL(server.url).port),
    callers,
    mail: { port: Number(mailPort), address },
    watch: await watch(start),
  };
  const callerOf = (endpoint: Endpoint): CallerKind => {
    const row = table[`${endpoint.method} ${endpoint.path}` as OperationName] as unknown as Row | undefined;
    if (row === undefined) return "browser";
    const [gate] = row;
    return ROLES.find((role) => gate[role] === undefined) ?? "owner";
  };
  const stop = async () => {
    target.watch.end();
    await server.stop();
  };
  const saml = await samlTarget(database, server.url.replace("127.0.0.1", "localhost"));
  return { target, goods, keys, saml, directory, database, callerOf, stop };
}
