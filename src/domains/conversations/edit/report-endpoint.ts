import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, optional, text, word } from "#api/parameters/params.ts";
import { reportToModerators } from "./actions/report.ts";

const REASONS = ["spam", "harassment", "inappropriate", "norms", "other"] as const;

export const reportMessage = endpoint({
  id: "report-message",
  method: "POST",
  path: "/messages/{message_id}/report",
  summary: "Tells the moderators of a message.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: {
    message_id: integer("The message's ID.", { min: 0 }),
    report_type: word("What is wrong with it.", REASONS),
    description: optional(text("What else there is to say.", { max: 1000 })),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["message"],
  async run({ realm, actor, params }) {
    const description = params.description?.trim() ?? "";
    if (params.report_type === "other" && description === "") throw badRequest("An explanation is required.");
    await realm.write(actor, (tx, present) =>
      reportToModerators(tx, present, { messageId: params.message_id, reason: params.report_type, description }),
    );
    return {};
  },
});
