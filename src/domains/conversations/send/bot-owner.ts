import { ApiError } from "#platform/errors.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { silentMention } from "#markup/compose.ts";
import { channelRecord, channelRecordNamed, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { noticeToPerson } from "./post/actions/notice.ts";
import { namedChannel, type To } from "./recipients.ts";

const PAUSE_MS = 60_000;
const MAX_REMEMBERED = 1000;
const MAX_NAME_LENGTH = 100;

/** When the owner of a bot last got a notice about it. */
const notifiedAt = perOrganization("bot owners notified", () => new Map<number, number>());

/** Sends a bot's message to a channel; if it reaches nobody, the bot's owner gets a notice, at most once a minute. */
export async function sendAsBot<Result>(
  site: Site,
  realm: RealmRuntime,
  bot: User,
  to: To,
  send: () => Promise<Result>,
): Promise<Result> {
  const named = namedChannel(to);
  try {
    const result = await send();
    if (isEmpty(realm, named))
      await notifyOwner(site, realm, bot, `writes to ${quoted(named)}, a channel without subscribers`);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.code === "STREAM_DOES_NOT_EXIST") {
      await notifyOwner(site, realm, bot, `tried to write to ${quoted(named)}, a channel that does not exist`);
    }
    throw error;
  }
}

function isEmpty({ model }: RealmRuntime, named: number | string): boolean {
  const channel = typeof named === "number" ? channelRecord(model, named) : channelRecordNamed(model, named);
  return channel !== undefined && (model.subscribers.get(channel.id)?.size ?? 0) === 0;
}

/** The name from the request, as code in Markdown, so that nothing in it is rendered. */
const quoted = (named: number | string): string =>
  `\`${String(named)
    .replace(/[`\s]+/g, " ")
    .slice(0, MAX_NAME_LENGTH)}\``;

/** Sends the owner of a bot a notice about it, at most once a minute. `what` is Markdown of the server's own. */
export async function notifyOwner({ clock, log }: Site, realm: RealmRuntime, bot: User, what: string): Promise<void> {
  const times = notifiedAt(realm);
  const now = clock.monotonic();
  if (now < (times.get(bot.id) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS) return;
  if (times.size >= MAX_REMEMBERED) times.clear();
  times.set(bot.id, now);
  try {
    await realm.writeAsServer((tx) => {
      const owner = bot.botOwnerId === null ? undefined : userRecord(tx.model, bot.botOwnerId);
      if (owner?.isActive === true) noticeToPerson(tx, owner, `Your bot ${silentMention(bot)} ${what}.`, { by: owner });
    });
  } catch (error) {
    log.warn({ err: error, bot: bot.id }, "notice to bot owner failed");
  }
}
