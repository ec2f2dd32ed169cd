import { effect } from "@preact/signals";
import { dropDraft, readDrafts } from "../link/cache.ts";
import { inBackground } from "../link/background.ts";
import { call, isTemporary } from "../link/http.ts";
import { without, withEntry } from "../state/collections.ts";
import { connection, current, state } from "../store.ts";
import { deleting, deletions, isUnanswered, keyFor, noteForgotten, unanswered } from "./draft-store.ts";

const AGAIN_MS = 5000;
/** After so long no request is on its way any more. */
const UNANSWERED_S = 86_400;
let isFollowing = false;

/** Deletes on the server what was sent or emptied here, as often as it takes. */
export function finishDeletions(): void {
  if (isFollowing) return void inBackground(deleteNoted());
  isFollowing = true;
  effect(() => {
    if (connection.value === "live" && state.value !== undefined) void inBackground(deleteNoted());
  });
  // Drafts that the server has stored without an answer: their events tell of them.
  effect(() => {
    const drafts = state.value?.personal.drafts.values() ?? [];
    for (const draft of drafts) {
      if (isUnanswered(draft) && !deleting.peek().has(draft.id)) void noteForgotten(draft.id).then(finishDeletions);
    }
  });
}

let running: Promise<void> | undefined;

/** One after another, and once more for what was noted meanwhile. */
export function deleteNoted(): Promise<void> {
  const next = (running ?? Promise.resolve()).then(deleteAll);
  running = next.finally(() => {
    if (running === next) running = undefined;
  });
  return next;
}

async function deleteAll(): Promise<void> {
  const own = keyFor("deleted ");
  const kept = (await readDrafts()).filter(({ key, content }) => content === "" && key.startsWith(own));
  const notes = new Map([...kept.map((note) => [note.key, note] as const), ...deletions]);
  for (const { key, serverId, time } of notes.values()) {
    if (state.peek() === undefined) return;
    if (serverId === undefined) {
      unanswered.value = withEntry(unanswered.peek(), key.slice(own.length), time);
      if (time < Date.now() / 1000 - UNANSWERED_S) await dropNote(key);
      continue;
    }
    deleting.value = withEntry(deleting.peek(), serverId, true);
    if (!(await isDeleted(serverId))) {
      setTimeout(() => void inBackground(deleteNoted()), AGAIN_MS);
      return;
    }
    await dropNote(key);
  }
}

async function dropNote(key: string): Promise<void> {
  deletions.delete(key);
  await dropDraft(key);
}

/** Whether it is gone. Where the server refuses that, it is shown again. */
async function isDeleted(id: number): Promise<boolean> {
  try {
    await call("DELETE /drafts/{draft_id}", { draft_id: id });
  } catch (error) {
    if (isTemporary(error)) return false;
    if (current.peek().personal.drafts.has(id)) deleting.value = without(deleting.peek(), id);
  }
  return true;
}

/** Deletes a draft for somebody who waits for it. */
export async function deleteOnServer(id: number): Promise<void> {
  deleting.value = withEntry(deleting.value, id, true);
  try {
    await call("DELETE /drafts/{draft_id}", { draft_id: id });
  } catch (error) {
    deleting.value = without(deleting.value, id);
    throw error;
  }
}
