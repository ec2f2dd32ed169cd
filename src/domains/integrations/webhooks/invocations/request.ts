import type { Keys } from "#platform/keys.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { BotService, User } from "#engine/model/records.ts";
import type { Outgoing } from "#outbound/http-client.ts";
import { apiEmail } from "#domains/records/users/present.ts";
import type { Invocation } from "../../commands/invocation.ts";
import { HEADERS, SLACK } from "../request.ts";

/** A command for a bot's server. */
export interface CommandCalling {
  readonly bot: User;
  readonly service: BotService;
  readonly invocation: Invocation;
}

export function commandRequest(realm: RealmRuntime, keys: Keys, calling: CommandCalling): Outgoing {
  const { service } = calling;
  const token = keys.webhookToken(realm.id, calling.bot.id);
  const [type, body] =
    service.interface === SLACK
      ? ["application/x-www-form-urlencoded", slackForm(realm, token, calling).toString()]
      : ["application/json", genericBody(realm, token, calling)];
  return { url: service.baseUrl, headers: { ...HEADERS, "content-type": type }, body };
}

const genericBody = ({ model }: RealmRuntime, token: string, { bot, invocation }: CommandCalling): string =>
  JSON.stringify({
    ...invocation,
    bot_email: apiEmail(model, bot),
    bot_full_name: bot.fullName,
    token,
    trigger: "command",
  });

/** What Slack sends for a slash command, as far as there is the like here. */
function slackForm(realm: RealmRuntime, token: string, { bot, invocation }: CommandCalling): URLSearchParams {
  const { command, text, user, destination, channel_name: name, invocation_id: id, timestamp } = invocation;
  const isDirect = destination.type === "direct";
  return new URLSearchParams({
    token,
    team_id: `T${realm.id}`,
    team_domain: new URL(realm.url).hostname,
    channel_id: isDirect ? `D${destination.to.join("-")}` : `C${destination.to.join("-")}`,
    channel_name: isDirect ? "directmessage" : (name ?? ""),
    timestamp: String(timestamp),
    user_id: `U${user.user_id}`,
    user_name: user.full_name,
    command: `/${command}`,
    text,
    trigger_id: String(id),
    service_id: String(bot.id),
  });
}
