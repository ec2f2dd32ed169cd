import { operationTypes } from "../../scripts/client-types.ts";
import { endpoints, eventRegistry } from "../../src/app.ts";

/** For each operation, a line that compiles only if the types require exactly what the server requires. */
const requiredLines = () =>
  endpoints.map(({ method, path, params }) => {
    const required = Object.keys(params).filter((name) => params[name]?.required === true);
    const union = required.map((name) => JSON.stringify(name)).join(" | ") || "never";
    return `same<RequiredName<Arguments<"${method} ${path}">>, ${union}>(true);`;
  });

const PRELUDE = `
import { type Arguments, type Client, eventsOf, type ReceivedEvent } from "parley/client";
type RequiredName<T> = { [Name in keyof T]-?: {} extends Pick<T, Name> ? never : Name }[keyof T];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
declare function same<A, B>(isSame: Same<A, B>): void;
declare const client: Client;
declare const event: ReceivedEvent;
`;

/** The types of the npm package. */
export const printedTypes = (): string => operationTypes(endpoints, [...eventRegistry.values()]);

/** What a program sends is "unlimited", and what the handler gets is a number. */
const DECODED = "message_retention_days";

/**
 * A program that compiles only if the package's types say what the sources say. Where a schema is more exact than the
 * type of its declaration, such as one of a few numbers, so is the package.
 */
export const comparison = (): string =>
  [
    'import type { Operations, ReceivedEvent } from "../../src/client/operations.ts";',
    'import type * as Printed from "./printed.ts";',
    `type Wrong<A, B> = { [K in keyof A & keyof B]-?: K extends "${DECODED}" ? never : [A[K]] extends [B[K]] ? never : K }[keyof A & keyof B];`,
    "declare function none<Names extends never>(): Names;",
    "declare function same<A, B>(isSame: [A] extends [B] ? ([B] extends [A] ? true : false) : false): void;",
    "same<keyof Operations, keyof Printed.Operations>(true);",
    "same<ReceivedEvent, Printed.ReceivedEvent>(true);",
    ...endpoints.flatMap(({ method, path }) => {
      const name = JSON.stringify(`${method} ${path}`);
      const [args, printedArgs] = ["Operations", "Printed.Operations"].map((all) => `${all}[${name}]["arguments"]`);
      return [
        `none<Exclude<keyof ${printedArgs}, keyof ${args}>>();`,
        `none<Wrong<${printedArgs}, ${args}>>();`,
        `none<Wrong<Printed.Operations[${name}]["result"], Operations[${name}]["result"]>>();`,
      ];
    }),
  ].join("\n");

/** What a program may write, and what it may not. */
const LINES = `
await client.call("GET /users/me");
await client.call("GET /messages", { anchor: "newest", num_before: 10, num_after: 0 });
// @ts-expect-error: a message needs a content.
await client.call("POST /messages", { type: "channel", to: "general", topic: "hello" });
// @ts-expect-error: a message needs arguments.
await client.call("POST /messages");
// @ts-expect-error: there is no such parameter.
await client.call("DELETE /events", { queue_id: "x", queue: "x" });
if (event.type === "message") event.message.content satisfies string;
if (event.type === "realm_user" && event.op === "remove") event.person.full_name satisfies string;
if (event.type === "update_message_flags") event.operation satisfies "add" | "remove";
// @ts-expect-error: a message has no op.
if (event.type === "message") event.op;
// @ts-expect-error: nothing is known of an event before its type is.
event.message;
// @ts-expect-error: there is no such type of event.
if (event.type === "massage") event;
for await (const event of eventsOf(client, { queue_id: "x", last_event_id: -1 })) event satisfies ReceivedEvent;
`;

/** A program that compiles only if the client's types allow what they should and nothing else. */
export const clientProgram = (): string => [PRELUDE, ...requiredLines(), LINES].join("\n");
