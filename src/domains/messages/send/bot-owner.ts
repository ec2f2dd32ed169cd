import { ApiError } from "../../../platform/errors.ts";
import { perOrganization } from "../../../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { Site } from "../../../engine/runtime/site.ts";
import { silentMention } from "../../../markup/compose.ts";
import { channelRecord, channelRecordNamed, userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import type { User } from "../../../engine/model/records.ts";
import { noticeToPerson } from "../post/actions/notice.ts";
import { namedChannel, type To } from "./recipients.ts";

const PAUSE_MS = 60_000;
const MOST_REMEMBERED = 1000;
const LONGEST_NAME = 100;

/** When the owner of a bot was last told something about it. */
const toldAt = perOrganization("bot owners told", () => new Map<number, number>());

/** Runs what sends a bot's message to a channel; if that reaches nobody, its owner is told, once a minute at most. */
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
      await tellOwner(site, realm, bot, `writes to ${quoted(named)}, a channel without subscribers`);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.code === "STREAM_DOES_NOT_EXIST") {
      await tellOwner(site, realm, bot, `tried to write to ${quoted(named)}, a channel that does not exist`);
    }
    throw error;
  }
}

function isEmpty({ model }: RealmRuntime, named: number | string): boolean {
  const channel = typeof named === "number" ? channelRecord(model, named) : channelRecordNamed(model, named);
  return channel !== undefined && (model.subscribers.get(channel.id)?.size ?? 0) === 0;
}

/** The name as it was given, as text. */
const quoted = (named: number | string): string =>
  `\`${String(named)
    .replace(/[`\s]+/g, " ")
    .slice(0, LONGEST_NAME)}\``;

async function tellOwner({ clock, log }: Site, realm: RealmRuntime, bot: User, what: string): Promise<void> {
  const told = toldAt(realm);
  const now = clock.monotonic();
  if (now < (told.get(bot.id) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS) return;
  if (told.size >= MOST_REMEMBERED) told.clear();
  told.set(bot.id, now);
  try {
    await realm.writeAsServer((tx) => {
      const owner = bot.botOwnerId === null ? undefined : userRecord(tx.model, bot.botOwnerId);
      if (owner?.isActive === true) noticeToPerson(tx, owner, `Your bot ${silentMention(bot)} ${what}.`, { by: owner });
    });
  } catch (error) {
    log.warn({ err: error, bot: bot.id }, "the owner of a bot could not be told");
  }
}
