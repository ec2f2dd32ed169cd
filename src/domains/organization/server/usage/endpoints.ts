import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, withDefault } from "#api/parameters/params.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { usageFigures } from "./access.ts";

const DaySchema = Type.Object({
  date: Type.String(),
  messages: Type.Integer(),
  /** Accounts that sent at least one message. */
  senders: Type.Integer(),
  files: Type.Integer(),
  /** Of those who have an account now, how many had one at the end of the day. */
  people: Type.Integer(),
});

const getUsage = endpoint({
  id: "get-realm-usage",
  method: "GET",
  path: "/realm/usage",
  summary: "How much the organization is used: figures of each of the last days, in UTC, and what there is now.",
  auth: "administrator",
  scope: "organization:read",
  params: { days: withDefault(integer("How many days, today included.", { min: 1, max: 366 }), 30) },
  result: {
    days: Type.Array(DaySchema),
    members: Type.Integer(),
    guests: Type.Integer(),
    bots: Type.Integer(),
    files: Type.Integer(),
    file_bytes: Type.Integer(),
  },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  run: ({ site, realm, actor, params }) =>
    usageFigures(realm, asAdministrator(actor), Math.floor(site.clock.now() / 1000), params.days),
});

export const usageEndpoints = [getUsage] as const;
