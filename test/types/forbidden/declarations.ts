import { endpoint } from "#api/endpoint.ts";
import { page } from "#api/pages/page.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import type { Route } from "#http/router.ts";
import { Type } from "#platform/schema/type.ts";

const shared = { id: "x", path: "/x", summary: "", params: {}, result: {}, errors: [], run: () => ({}) } as const;

/** What is declared says what a key must have for it, and a change how it is recorded. */
export const declared = [
  endpoint({ ...shared, method: "GET", auth: "user", scope: "users:read" }),
  endpoint({ ...shared, method: "POST", auth: "user", scope: "users:write", audits: ["user.changed"] }),

  // forbidden: TS2345
  endpoint({ ...shared, method: "GET", auth: "user" }),

  // forbidden: TS2322
  endpoint({ ...shared, method: "POST", auth: "user", scope: "users:write" }),

  // forbidden: TS2322
  endpoint({ ...shared, method: "GET", auth: "user", scope: "users" }),

  // forbidden: TS2322
  endpoint({ ...shared, method: "POST", auth: "user", scope: "users:write", audits: ["user.burnt"] }),

  // forbidden: TS2322
  endpoint({ ...shared, method: "POST", auth: "user", scope: "users:write", audits: [] }),

  // forbidden: TS2322
  endpoint({ ...shared, method: "GET", auth: "user", scope: "users:read", audits: "personal" }),

  endpoint({
    ...shared,
    method: "POST",
    auth: "user",
    scope: "users:write",
    audits: ["user.changed"],
    async run({ realm, actor }) {
      await realm.write(actor, (tx) => tx.audit("user.changed", actor.id));
      // forbidden: TS2345
      await realm.write(actor, (tx) => tx.audit("user.created", actor.id));
      return {};
    },
  }),

  // forbidden: TS2554
  page("/x", () => ({ status: 200, headers: {}, body: "" })),
];

const route: Omit<Route, "scope"> = { id: "x", method: "GET", path: "/x", serve: declared[0] as never };
// forbidden: TS2741
export const routed: Route = route;

// forbidden: TS2741
export const kind = { type: "x", summary: "", schema: Type.Object({}) } as const satisfies EventKind;
