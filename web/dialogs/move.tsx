import { inBackground } from "../link/background.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { reasonText } from "../calls/refusals.ts";
import { follow, placeName } from "../calls/topic-calls.ts";
import { t, tn } from "../language/text.ts";
import { call, Refusal } from "../link/http.ts";
import { isResolved, unresolvedName } from "../state/conversation.ts";
import { mayMoveOut, mayRename, writableChannels } from "../state/permissions.ts";
import { connection, current, property, topics } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { MoveProps } from "../ui/open.ts";
import { showToast } from "../ui/toast.ts";
import { loadTopics } from "../ui/topics.ts";
import { DialogForm } from "./form.tsx";

type Mode = "change_one" | "change_later" | "change_all";
const MODES: Readonly<Record<Mode, string>> = {
  change_one: t("Only this message"),
  change_later: t("This message and all later ones"),
  change_all: t("All messages in this topic"),
};

/** Gives messages another topic, or another channel. */
export function Move({ place, messageId, sentAt, isWholeTopic }: MoveProps) {
  const state = current.value;
  const now = Date.now() / 1000;
  const canRename = mayRename(state, place.channelId, sentAt, now).isAllowed;
  const leaving = mayMoveOut(state, place.channelId, sentAt, now);
  const channelId = useSignal(place.channelId);
  const topic = useSignal(unresolvedName(place.topic));
  const mode = useSignal<Mode>(isWholeTopic ? "change_all" : "change_later");
  const tellsOld = useSignal(false);
  const tellsNew = useSignal(true);
  /** Where only the newest part of the topic may still be moved. */
  const part = useSignal<{ first: number; count: number; total: number } | undefined>(undefined);
  const list = topics.value.get(channelId.value);
  useEffect(() => {
    if (list === undefined) void inBackground(loadTopics(channelId.value));
  }, [channelId.value, list === undefined, connection.value]);

  const targetTopic = `${isResolved(place.topic) ? "✔ " : ""}${topic.value.trim()}`;
  const isOther = channelId.value !== place.channelId || targetTopic !== place.topic;
  const send = (id: number, propagate_mode: Mode) =>
    call("PATCH /messages/{message_id}", {
      message_id: id,
      propagate_mode,
      ...(targetTopic !== place.topic && { topic: targetTopic }),
      ...(channelId.value !== place.channelId && { stream_id: channelId.value }),
      send_notification_to_old_thread: tellsOld.value,
      send_notification_to_new_thread: tellsNew.value,
    });
  const run = async (isOpen: () => boolean) => {
    const limited = part.value;
    try {
      if (limited === undefined) await send(messageId, mode.value);
      else await send(limited.first, "change_later");
    } catch (error) {
      const found = partOf(error);
      if (found === undefined || !isOpen()) throw error;
      part.value = found;
      return false;
    }
    const target = { channelId: channelId.value, topic: targetTopic };
    showToast(t("Moved to {place}.", { place: placeName(target) }));
    if (mode.value === "change_all" && limited === undefined) follow(place, target);
    return true;
  };
  return (
    <Dialog title={isWholeTopic ? t("Rename or move the topic") : t("Move messages")}>
      <DialogForm
        action={
          part.value === undefined
            ? isWholeTopic
              ? t("Save")
              : t("Move")
            : tn(part.value.count, "Move {count} message", "Move {count} messages")
        }
        isReady={isOther}
        run={run}
      >
        <label>
          {t("Channel")}
          <select
            value={channelId.value}
            disabled={!leaving.isAllowed}
            onChange={(event) => (channelId.value = Number(event.currentTarget.value))}
          >
            {writableChannels(state).map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </select>
          {!leaving.isAllowed && <span class="hint">{reasonText(leaving.reason)}</span>}
        </label>
        <label>
          {t("Topic")}
          <input
            type="text"
            value={topic.value}
            disabled={!canRename}
            maxLength={property("max_topic_length", 60)}
            placeholder={property("realm_empty_topic_display_name", "general chat")}
            list="topics-to-move-to"
            autocomplete="off"
            onInput={(event) => (topic.value = event.currentTarget.value)}
          />
        </label>
        <datalist id="topics-to-move-to">
          {(list ?? []).slice(0, 50).map(({ name }) => (
            <option key={name} value={unresolvedName(name)} />
          ))}
        </datalist>
        {!isWholeTopic && (
          <fieldset>
            <legend>{t("Which messages")}</legend>
            {(Object.keys(MODES) as Mode[]).map((choice) => (
              <label key={choice} class="check">
                <input
                  type="radio"
                  name="mode"
                  checked={mode.value === choice}
                  onChange={() => (mode.value = choice)}
                />
                {MODES[choice]}
              </label>
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>{t("A note about it")}</legend>
          <label class="check">
            <input type="checkbox" checked={tellsOld.value} onChange={() => (tellsOld.value = !tellsOld.value)} />
            {t("in the old topic")}
          </label>
          <label class="check">
            <input type="checkbox" checked={tellsNew.value} onChange={() => (tellsNew.value = !tellsNew.value)} />
            {t("in the new topic")}
          </label>
        </fieldset>
        {part.value !== undefined && (
          <p class="failure" role="alert">
            {tn(
              part.value.count,
              "Of the {total} messages only the newest may still be moved.",
              "Only the newest {count} of the {total} messages can still be moved.",
              { total: part.value.total },
            )}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** What the server says where a part of the topic is too old to be moved. */
function partOf(error: unknown): { first: number; count: number; total: number } | undefined {
  if (!(error instanceof Refusal) || error.code !== "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED") return undefined;
  const { body } = error;
  const first = body["first_message_id_allowed_to_move"];
  if (typeof first !== "number") return undefined;
  return {
    first,
    count: Number(body["total_messages_allowed_to_move"]),
    total: Number(body["total_messages_in_topic"]),
  };
}
