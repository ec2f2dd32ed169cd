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
              {progress === "failed" ? "not sent" : progress === "waiting" ? "waiting for the network" : "sending"}
            </span>
          </header>
          <p class="content plain">{content}</p>
          {progress === "failed" && (
            <p class="failure" role="alert">
              {reason}{" "}
              <button type="button" class="link" onClick={() => post({ kind: "retry", localId })}>
                Try again
              </button>{" "}
              <button type="button" class="link" onClick={() => post({ kind: "discard", localId })}>
                Discard
              </button>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
