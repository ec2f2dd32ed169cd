import { repeat } from "#engine/jobs/repeat.ts";
import type { RunningJob } from "#engine/jobs/job.ts";
import { startSlots } from "#engine/jobs/slots.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { readableMessages } from "#domains/conversations/access.ts";
import { DELETED } from "#domains/records/messages/content.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { messagePayload, type PushPayload } from "./payload.ts";
import {
  deleteNote,
  deleteSubscription,
  forgetShown,
  isStillSubscribed,
  markShown,
  postponeNote,
  type PushTask,
  takePushTasks,
} from "./queries.ts";
import { sendPush } from "./send.ts";
import { vapidOf } from "./vapid.ts";
import { notePushes } from "./watch.ts";

const MAX_AT_ONCE = 10;
const LOOK_MS = 1000;
/** With pauses that double, about four hours: later nobody wants to be told. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_SECONDS = 3600;
const SHOWN_DAYS = 7;

/** The log position up to which this process has looked for something to push. */
const seenOf = perOrganization("web-push", (): { position?: number } => ({}));

/** Notifies browsers and apps of messages, and clears what was read elsewhere. */
export function startWebPush(site: ServerSite, realms: Realms): RunningJob {
  const { db, log } = site;
  const vapid = vapidOf(site.keys);

  const perform = async (task: PushTask, stop: AbortSignal) => {
    const about = { realm: task.realmId, user: task.userId, subscription: task.id };
    try {
      const realm = await realms.byId(task.realmId);
      const payload = realm === undefined ? undefined : await payloadOf(realm, task);
      if (payload === undefined) return await deleteNote(db.background, task);
      const outcome = await sendPush(site, vapid, task, payload, stop);
      if (outcome !== "sent")
        log.warn({ ...about, outcome, attempts: task.attempts }, "a push notification was not sent");
      await settle(outcome, task);
    } catch (error) {
      log.warn({ ...about, err: error }, "a push notification failed");
    }
  };
  const settle = async (outcome: Awaited<ReturnType<typeof sendPush>>, task: PushTask) => {
    if (outcome === "gone") return deleteSubscription(db.background, task.realmId, task.id);
    if (outcome === "sent" && task.status === "due") return markShown(db.background, task);
    if (outcome === "later" && task.attempts < MAX_ATTEMPTS) {
      return postponeNote(db.background, task, Math.min(2 ** task.attempts, MAX_PAUSE_SECONDS));
    }
    return deleteNote(db.background, task);
  };

  const watch = repeat(LOOK_MS, async (isStopping, run) => {
    for (const realm of realms.forRepeatedWork(run)) {
      await check(realm, isStopping).catch((error: unknown) =>
        log.warn({ err: error, realm: realm.id }, "push check failed"),
      );
    }
  });
  const check = async (realm: RealmRuntime, isStopping: () => boolean) => {
    const { position } = realm.model;
    const seen = seenOf(realm);
    if (seen.position === position) return;
    let noted: number | undefined;
    do noted = await notePushes(site, realm);
    while (!isStopping() && noted !== undefined && noted > 0);
    // If another process had the cursor, it may have read the log before this position existed.
    if (noted === 0) seen.position = position;
  };
  const take = (most: number) => takePushTasks(db.background, most);
  const slots = startSlots({ name: "push notifications", mostAtOnce: MAX_AT_ONCE, take, perform }, site, realms);
  return {
    async stop() {
      await Promise.all([watch.stop(), slots.stop()]);
    },
  };
}

/** Nothing where the message was read or deleted meanwhile, or may not be read any more. */
async function payloadOf(realm: RealmRuntime, task: PushTask): Promise<PushPayload | undefined> {
  if (!(await isStillSubscribed(readPool(realm), realm.id, task.id))) return undefined;
  if (task.status === "clear") return { type: "read", tag: task.tag, message_id: task.messageId };
  const { rows, position } = await messagesById(readPool(realm), realm.id, task.userId, [task.messageId]);
  await realm.reached(position);
  const { model } = realm;
  const reader = userRecord(model, task.userId);
  if (reader?.isActive !== true || model.realm.deactivated) return undefined;
  const [message] = readableMessages(model, reader, rows);
  if (message === undefined || message.isRead || message.content === DELETED) return undefined;
  return messagePayload(model, reader, message, task);
}

export const forgetOldNotes = (realm: RealmRuntime): Promise<void> =>
  forgetShown(backgroundPool(realm), realm.id, SHOWN_DAYS);
