import { t } from "../language/text.ts";
import type { Outgoing } from "../link/protocol.ts";
import { current, post } from "../store.ts";
import { Avatar } from "../ui/avatar.tsx";
import { nameOf } from "../ui/names.tsx";

/** A message that is not on the server yet: its text as it was typed. */
export function PendingRow({ outgoing }: { outgoing: Outgoing }) {
  const { localId, content, progress, reason } = outgoing;
  const { ownId } = current.value;
  return (
    <article class="row" data-key={localId} aria-busy={progress === "sending"} tabIndex={-1}>
      <div class={`message pending ${progress}`}>
        <Avatar userId={ownId} class="large" />
        <div class="body">
          <header>
            <span class="sender">{nameOf(ownId)}</span>
            <span class="time">
              {progress === "failed"
                ? t("not sent")
                : progress === "waiting"
                  ? t("waiting for the network")
                  : t("sending")}
            </span>
          </header>
          <p class="content plain" dir="auto">
            {content}
          </p>
          {progress === "failed" && (
            <p class="failure" role="alert">
              {reason ?? t("The message could not be sent.")}{" "}
              <button type="button" class="link" onClick={() => post({ kind: "retry", localId })}>
                {t("Try again")}
              </button>{" "}
              <button type="button" class="link" onClick={() => post({ kind: "discard", localId })}>
                {t("Discard")}
              </button>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
